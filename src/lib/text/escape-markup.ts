/** Matches characters that are not allowed in XML. */
const NO_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

/** Escapes text for use between tags or in attributes of XML and HTML. */
export const escapeMarkup = (text: string): string => Bun.escapeHTML(text.replace(NO_XML, ''))

/** An XML element that contains text. */
export const textElement = (name: string, text: string): string =>
  `<${name}>${escapeMarkup(text)}</${name}>`

/** Replaces `{name}` by the value of that name. Names without a value are left unchanged. */
export const fillText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name) => values[name] ?? placeholder)
