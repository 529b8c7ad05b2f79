import cyrillicExt from '@fontsource-variable/overpass/files/overpass-cyrillic-ext-wght-normal.woff2'
import cyrillic from '@fontsource-variable/overpass/files/overpass-cyrillic-wght-normal.woff2'
import latinExt from '@fontsource-variable/overpass/files/overpass-latin-ext-wght-normal.woff2'
import latin from '@fontsource-variable/overpass/files/overpass-latin-wght-normal.woff2'

const FAMILY = 'Overpass Variable'

/**
 * The subsets of the font with their character ranges, as published with the font. The middle dot (U+00B7) is excluded,
 * so that the fallback font draws it: in this font it has no width.
 */
const SUBSETS: readonly [url: string, unicodeRange: string][] = [
  [
    latin,
    'U+0000-00B6,U+00B8-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,' +
      'U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  ],
  [
    latinExt,
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,' +
      'U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  ],
  [cyrillic, 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116'],
  [cyrillicExt, 'U+0460-052F,U+1C80-1C8A,U+20B4,U+2DE0-2DFF,U+A640-A69F,U+FE2E-FE2F'],
]

/** Registers the font; the browser loads a subset when one of its characters is displayed. */
export function registerFonts(): void {
  for (const [url, unicodeRange] of SUBSETS) {
    const face = new FontFace(FAMILY, `url("${url}") format("woff2")`, {
      weight: '100 900',
      display: 'swap',
      unicodeRange,
      // The font's default metrics have more space below than above, so that capitals would be too high in buttons.
      ascentOverride: '96%',
      descentOverride: '28%',
      lineGapOverride: '0%',
    })
    document.fonts.add(face)
  }
}
