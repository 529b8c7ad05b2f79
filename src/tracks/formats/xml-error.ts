/** The bytes are no well-formed XML, or XML that is not read for safety (too deep, foreign entities). */
export class XmlError extends Error {
  override name = 'XmlError'
}
