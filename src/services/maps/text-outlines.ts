import { brotliDecompressSync } from 'node:zlib'
import { escapeMarkup } from '@/lib/text/escape-markup'
/**
 * Outlines of the Latin and Cyrillic letters of Overpass (SIL Open Font License 1.1), semi-bold, as JSON: the width and
 * the SVG path of each character, with `UNITS_PER_EM`. Made from the variable fonts of @fontsource-variable/overpass with
 * fontTools. Images contain outlines instead of text because servers often have no fonts.
 */
import outlinesFile from './overpass-outlines.br' with { type: 'file' }

type Outlines = Readonly<Record<string, readonly [width: number, path: string]>>

const UNITS_PER_EM = 500
/** In pixels, of which the letters cover half. */
const HALO_WIDTH = 3
const ELLIPSIS = '…'
/** Emoji, which the font does not have, and the invisible characters that combine them. */
const EMOJI = /(?![©®™])\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{fe0f}|\u{200d}/gu

/** Draws text as SVG. */
export interface TextOutlines {
  /** Returns the width of a text in pixels. */
  measure: (text: string, size: number) => number
  /** Returns an SVG element that shows a text; `y` is the baseline. */
  draw: (text: string, place: TextPlace) => string
  /** Splits a text into lines that fit into a width. The last line ends with an ellipsis if the text is longer. */
  wrap: (text: string, limits: { size: number; width: number; lines: number }) => string[]
}

interface TextPlace {
  x: number
  y: number
  size: number
  fill: string
  /** The colour of an outline of a pixel and a half around the letters. */
  halo?: string
}

/** Removes emoji and repeated spaces, which cannot be drawn. */
export const toDrawable = (text: string): string =>
  text.normalize('NFC').replace(EMOJI, '').replace(/\s+/g, ' ').trim()

/** Loads the outlines. They are not cached, because images are drawn rarely. */
export async function loadTextOutlines(): Promise<TextOutlines> {
  const packed = await Bun.file(outlinesFile).bytes()
  const outlines = JSON.parse(brotliDecompressSync(packed).toString()) as Outlines
  const measure = (text: string, size: number) => {
    let width = 0
    for (const letter of text) width += outlines[letter]?.[0] ?? UNITS_PER_EM / 2
    return (width * size) / UNITS_PER_EM
  }
  return {
    measure,
    draw: (text, place) => draw(outlines, text, place),
    wrap: (text, { size, width, lines }) =>
      wrap(text.split(' '), lines, (line) => measure(line, size) <= width),
  }
}

function draw(outlines: Outlines, text: string, { x, y, size, fill, halo }: TextPlace): string {
  const strokeOf = (width: number) =>
    halo ? ` stroke="${halo}" stroke-width="${width}" paint-order="stroke"` : ''
  const letters = [...text]
  // A script that the font does not have is left to the fonts of the system, if it has any.
  if (letters.some((letter) => !Object.hasOwn(outlines, letter)))
    return `<text x="${x}" y="${y}" font-family="Overpass, sans-serif" font-weight="600" font-size="${size}" fill="${fill}"${strokeOf(HALO_WIDTH)}>${escapeMarkup(text)}</text>`
  const scale = size / UNITS_PER_EM
  let at = 0
  const paths = letters.map((letter) => {
    const [advance = 0, path = ''] = outlines[letter] ?? []
    const placed = path && `<path transform="translate(${at} 0)" d="${path}"/>`
    at += advance
    return placed
  })
  return `<g transform="translate(${x} ${y}) scale(${scale})" fill="${fill}"${strokeOf(HALO_WIDTH / scale)}>${paths.join('')}</g>`
}

function wrap(words: readonly string[], limit: number, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  let line = ''
  for (const [index, word] of words.entries()) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) line = longer
    else if (lines.length < limit - 1 && line !== '') {
      lines.push(line)
      line = word
    } else return [...lines, shorten([line, ...words.slice(index)].join(' ').trim(), fits)]
  }
  return [...lines, fits(line) ? line : shorten(line, fits)]
}

function shorten(text: string, fits: (line: string) => boolean): string {
  const letters = [...text]
  while (letters.length > 0 && !fits(letters.join('').trimEnd() + ELLIPSIS)) letters.pop()
  return letters.join('').trimEnd() + ELLIPSIS
}
