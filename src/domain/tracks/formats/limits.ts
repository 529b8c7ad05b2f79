/** A fix every second for eleven days. More is rejected, so that one file cannot exhaust the memory. */
export const MAX_POINTS = 1_000_000

/** Two stops an hour for a thousand hours. More is rejected, so that one file cannot block the server. */
export const MAX_SEGMENTS = 2_000

/** Maximum unpacked size of a compressed file; larger than any single file that is accepted by default. */
export const MAX_UNPACKED_BYTES = 128 * 1024 * 1024

/** Maximum depth of a document; no track format nests more than a dozen levels. */
export const MAX_XML_DEPTH = 200

/** Maximum attributes of an element, including namespace declarations. */
export const MAX_XML_ATTRIBUTES = 500

/** Maximum characters of a text: the positions of a line of 100,000 points. */
export const MAX_XML_TEXT = 4 * 1024 * 1024

/**
 * Maximum characters of any other text, comment, instruction, document type or attribute value. The parser joins
 * crafted ones from pieces of two characters, which take a hundred times their size in memory.
 */
export const MAX_XML_MARKUP = 1024 * 1024

/** Maximum bytes of a JSON file, which is read into memory as a whole and takes several times its size there. */
export const MAX_JSON_BYTES = 64 * 1024 * 1024

/** Maximum additional columns; no device writes more. */
export const MAX_STREAMS = 40

/** Maximum values in all additional columns: sixteen columns of a million points. */
export const MAX_EXTRA_VALUES = 16_000_000

/** Maximum laps, one every half minute of a day; further ones are skipped. */
export const MAX_LAPS = 3_000

/** Maximum pool lengths, half a day without rest; further ones are skipped. */
export const MAX_LENGTHS = 3_000
