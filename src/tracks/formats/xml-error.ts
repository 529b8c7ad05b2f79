/** The bytes are no well-formed XML, or XML that is not read for safety (too deep, foreign entities). */
export class XmlError extends Error {
  override name = 'XmlError'
}

/** The bytes are well-formed as far as they go, but end in the middle. */
export class XmlEndedEarly extends XmlError {
  override name = 'XmlEndedEarly'
}
