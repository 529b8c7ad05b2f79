/** A document is not of the plain kind that the scanner knows: the tolerant reader has to read it. */
export class UnusualXml extends Error {
  override name = 'UnusualXml'
}
