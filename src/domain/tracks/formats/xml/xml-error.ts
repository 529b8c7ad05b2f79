/** The bytes are not well-formed XML, or are rejected for safety (too deep, unknown entities). */
export class XmlError extends Error {
  override name = 'XmlError'
  /** Number of the line, from 1; undefined when unknown. */
  line: number | undefined
}

/** The document is well-formed but truncated. */
export class XmlEndedEarly extends XmlError {
  override name = 'XmlEndedEarly'
}
