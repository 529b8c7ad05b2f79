/** Characters that are not allowed in XML. */
const NO_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

/** Text for use between tags or in attributes of XML and HTML. */
export const escapeMarkup = (text: string): string => Bun.escapeHTML(text.replace(NO_XML, ''))

/** A text with `{name}` replaced by the value of that name; names without a value stay. */
export const fillText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name) => values[name] ?? placeholder)
