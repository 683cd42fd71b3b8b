/** A pattern that whole names must match, written as alternatives over several lines. */
export const namesLike = (flags: 'u' | 'iu', ...alternatives: readonly string[]): RegExp =>
  new RegExp(`^(?:${alternatives.join('|')})$`, flags);
