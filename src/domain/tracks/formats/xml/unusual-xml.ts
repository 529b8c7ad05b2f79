/** A document uses XML that the scanner does not support, so the tolerant reader has to read it. */
export class UnusualXml extends Error {
  override name = 'UnusualXml'
}
