/** Whether a script was written by a tool: nobody writes lines of that length, and nobody mends them. */
export function isMinified(file: string, text: string): boolean {
  if (!/\.[cm]?js$/u.test(file) || text.length < 5000) return false;
  return text.length / text.split('\n').length > 300;
}
