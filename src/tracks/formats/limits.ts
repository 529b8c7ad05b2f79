/** A fix every second for eleven days; more is refused, so that one file cannot fill the memory. */
export const MAX_POINTS = 1_000_000

/** Somebody who stops twice in each of a thousand hours; more is refused, so that one file cannot stop the server. */
export const MAX_SEGMENTS = 2_000

/** What a compressed file may unpack to; larger than any single file that is accepted by default. */
export const MAX_UNPACKED_BYTES = 128 * 1024 * 1024

/** Deeper documents are refused: no track format nests more than a dozen levels. */
export const MAX_XML_DEPTH = 200

/** Attributes of one element, declarations of namespaces included. */
export const MAX_XML_ATTRIBUTES = 500

/** Characters of one text, comment or attribute value; a description may carry small pictures. */
export const MAX_XML_TEXT = 8 * 1024 * 1024

/** JSON is read into memory as a whole and takes several times its bytes there. */
export const MAX_JSON_BYTES = 64 * 1024 * 1024

/** More columns than any device writes beside those that every recording has. */
export const MOST_STREAMS = 40

/** What these columns may hold together: sixteen of a million points. */
export const MOST_EXTRA_VALUES = 16_000_000

/** A lap every half minute of a day; further ones are left out. */
export const MOST_LAPS = 3_000

/** Lengths of a pool in half a day without rest; further ones are left out. */
export const MOST_LENGTHS = 3_000
