import { asciiIn } from '@/domain/tracks/formats/text/number-bytes'
import { wideTextIn } from './scan-characters'
import { UnusualXml } from './unusual-xml'

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" },
}
const ENTITY = /&[^;]*;?/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML does not allow
const FORBIDDEN = /[\0-\x08\v\f\x0e-\x1f]/

/** Maximum bytes of a text, comment or section that are decoded at once. */
const MAX_RARE_TEXT = 1024 * 1024
const OPEN = 60
const CLOSE = 62
const COMMENT = '<!--'
const COMMENT_END = '--'
const SECTION = '<![CDATA['
const SECTION_END = ']]>'

/**
 * Reads a text with entities, comments or CDATA sections, and returns where the next tag begins.
 * @throws UnusualXml for entities that XML does not predefine, and for malformed text
 */
export function readRareText(bytes: Uint8Array, start: number): { text: string; end: number } {
  let text = ''
  let at = start
  for (;;) {
    const end = requireFound(bytes.indexOf(OPEN, at))
    text += markedText(bytes, at, end)
    if (text.length > MAX_RARE_TEXT) throw new UnusualXml()
    at = end
    if (startsWith(bytes, at, COMMENT)) at = commentEnd(bytes, at)
    else if (!startsWith(bytes, at, SECTION)) return { text, end }
    else {
      const inside = at + SECTION.length
      const sectionEnd = requireFound(find(bytes, SECTION_END, inside))
      text += charactersIn(bytes, inside, sectionEnd)
      at = sectionEnd + SECTION_END.length
    }
  }
}

/** Returns the end of blanks and comments around the root element. @throws UnusualXml */
export function skipAroundRoot(bytes: Uint8Array, start: number): number {
  let at = start
  for (;;) {
    while (isBlank(bytes[at] ?? 0)) at += 1
    if (!startsWith(bytes, at, COMMENT)) return at
    at = commentEnd(bytes, at)
  }
}

/** Space, tab and the ends of lines. */
export const isBlank = (code: number) => code === 32 || code === 10 || code === 13 || code === 9

/** Replaces the predefined entities of XML. @throws UnusualXml for others */
export const replaceEntities = (text: string): string =>
  text.replace(ENTITY, (entity) => {
    const character = ENTITIES[entity]
    if (character === undefined) throw new UnusualXml()
    return character
  })

/** Normalizes line ends to a line feed, as XML requires. */
export const unifyLines = (text: string): string => text.replace(/\r\n?/g, '\n')

function markedText(bytes: Uint8Array, start: number, end: number): string {
  const text = charactersIn(bytes, start, end)
  if (text.includes(SECTION_END)) throw new UnusualXml()
  return replaceEntities(text)
}

/** @throws UnusualXml also for too many characters: the other tokeniser limits how many it decodes at a time. */
function charactersIn(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > MAX_RARE_TEXT) throw new UnusualXml()
  const text = wideTextIn(bytes, start, end)
  if (FORBIDDEN.test(text)) throw new UnusualXml()
  return unifyLines(text)
}

function commentEnd(bytes: Uint8Array, start: number): number {
  const inside = start + COMMENT.length
  const end = requireFound(find(bytes, COMMENT_END, inside))
  charactersIn(bytes, inside, end)
  const last = end + COMMENT_END.length
  if (bytes[last] !== CLOSE) throw new UnusualXml()
  return last + 1
}

const startsWith = (bytes: Uint8Array, start: number, text: string) =>
  start + text.length <= bytes.length && asciiIn(bytes, start, start + text.length) === text

const find = ({ buffer, byteOffset, length }: Uint8Array, text: string, start: number) =>
  Buffer.from(buffer, byteOffset, length).indexOf(text, start, 'latin1')

function requireFound(index: number): number {
  if (index < 0) throw new UnusualXml()
  return index
}
