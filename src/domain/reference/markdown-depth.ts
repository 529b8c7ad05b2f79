/** A horizontal rule, which looks like nested lists. */
const RULE = String.raw`[ \t]*([-*])(?:[ \t]*\1)*[ \t]*$`
/** The markers with which quotes and lists begin. */
const MARKER = String.raw`(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))`

/** Five markers at the beginning of a line, followed by another one. */
const TOO_DEEP = new RegExp(`^(?!${RULE})((?:[ \\t]*${MARKER}){5}[ \\t]*)(?=[>\\-+*\\d])`, 'gm')

/**
 * Limits the nesting of quotes and lists to five levels, more than people use; deeper markers become text. Parsing
 * thousands of levels would take minutes or exhaust the memory.
 */
export const limitNesting = (markdown: string): string => markdown.replace(TOO_DEEP, '$2\\')
