/** A line across the page, which looks like lists inside each other. */
const RULE = String.raw`[ \t]*([-*])(?:[ \t]*\1)*[ \t]*$`
/** What quotes and lists begin with. */
const MARKER = String.raw`(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))`

/** Five markers at the beginning of a line, before one more. */
const TOO_DEEP = new RegExp(`^(?!${RULE})((?:[ \\t]*${MARKER}){5}[ \\t]*)(?=[>\\-+*\\d])`, 'gm')

/**
 * Markdown with quotes and lists inside each other only as deep as people write them; what is deeper is text. To read
 * thousands inside each other takes minutes, or more memory than there is.
 */
export const withoutDepths = (markdown: string): string => markdown.replace(TOO_DEEP, '$2\\')
