import { loadSharp } from '@/store/files/sharp'
import { loadTextOutlines, type TextOutlines, toDrawable } from './text-outlines'

/** What the picture of a workout shows, in the language and units of its owner. */
export interface ShareCard {
  title: string
  /** Sport and date. */
  subtitle: string
  /** Name of the owner. */
  name: string
  /** Up to three numbers, the most important first. */
  numbers: readonly CardNumber[]
  /** Parts of the route, in any unit, with y to the south; undefined if the route is not shown. */
  route: readonly CardLine[] | undefined
}

export interface CardNumber {
  label: string
  value: string
  unit: string
}

export interface CardLine {
  x: ArrayLike<number>
  y: ArrayLike<number>
}

/** The size at which social networks show pictures of links. */
const CARD_SIZE = { width: 1200, height: 630 }

const COLORS = {
  ground: '#0f2f26',
  contours: '#1b4537',
  text: '#f5f8f3',
  soft: '#b4cdbf',
  route: '#ffb84d',
  casing: '#0a211b',
}
const MARGIN = 64
/** The box in which the route is drawn. */
const ROUTE_BOX = { left: 690, top: 90, width: 446, height: 450 }
/** Width of the texts if there is a route. */
const TEXT_WIDTH = 560

/** Draws the picture of a workout as a PNG of `CARD_SIZE`. */
export async function drawShareCard(card: ShareCard): Promise<Uint8Array<ArrayBuffer>> {
  const outlines = await loadTextOutlines()
  const { width, height } = CARD_SIZE
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="${COLORS.ground}"/>`,
    drawContours(),
    card.route ? drawRoute(card.route) : '',
    drawTexts(card, outlines),
    '</svg>',
  ].join('')
  const sharp = await loadSharp()
  const png = await sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 9 }).toBuffer()
  return new Uint8Array(png)
}

/** Contour lines in the background. */
function drawContours(): string {
  const rings = Array.from({ length: 9 }, (_, i) => {
    const radius = 90 + i * 78
    return `<ellipse cx="905" cy="330" rx="${radius * 1.25}" ry="${radius}" transform="rotate(${-18 + i * 3} 905 330)"/>`
  })
  return `<g fill="none" stroke="${COLORS.contours}" stroke-width="2">${rings.join('')}</g>`
}

function drawRoute(parts: readonly CardLine[]): string {
  const [left, right] = rangeOf(parts.map(({ x }) => x))
  const [top, bottom] = rangeOf(parts.map(({ y }) => y))
  const { width, height } = ROUTE_BOX
  const scale = Math.min(width / (right - left || 1), height / (bottom - top || 1))
  const place = (x: number, y: number): [number, number] => [
    ROUTE_BOX.left + width / 2 + (x - (left + right) / 2) * scale,
    ROUTE_BOX.top + height / 2 + (y - (top + bottom) / 2) * scale,
  ]
  const lines = parts.map(({ x, y }) =>
    Array.from(x, (value, i) =>
      place(value, y[i] ?? 0)
        .map((pixel) => pixel.toFixed(1))
        .join(),
    ),
  )
  const path = lines.map((points) => `M${points.join('L')}`).join('')
  const stroke = (color: string, size: number) =>
    `<path d="${path}" fill="none" stroke="${color}" stroke-width="${size}" stroke-linejoin="round" stroke-linecap="round"/>`
  const [x = 0, y = 0] = lines[0]?.[0]?.split(',') ?? []
  const start = `<circle cx="${x}" cy="${y}" r="11" fill="${COLORS.text}" stroke="${COLORS.casing}" stroke-width="5"/>`
  return stroke(COLORS.casing, 14) + stroke(COLORS.route, 7) + start
}

function rangeOf(columns: readonly ArrayLike<number>[]): [min: number, max: number] {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const column of columns)
    for (const value of Array.from(column)) {
      min = Math.min(min, value)
      max = Math.max(max, value)
    }
  return [min, max]
}

function drawTexts({ title, subtitle, name, numbers, route }: ShareCard, outlines: TextOutlines) {
  const { draw, wrap } = outlines
  const width = route ? TEXT_WIDTH : CARD_SIZE.width - 2 * MARGIN
  const size = route ? 60 : 76
  const lines = wrap(toDrawable(title), { size, width, lines: 2 })
  const [subtitleLine = ''] = wrap(toDrawable(subtitle), { size: 28, width, lines: 1 })
  const subtitleY = 120 + lines.length * size * 1.15
  const drawn = [
    draw('Milepost', { x: MARGIN, y: 92, size: 28, fill: COLORS.route }),
    ...lines.map((line, i) =>
      draw(line, { x: MARGIN, y: 110 + (i + 1) * size * 1.15, size, fill: COLORS.text }),
    ),
    draw(subtitleLine, { x: MARGIN, y: subtitleY + 44, size: 28, fill: COLORS.soft }),
    drawNumbers(numbers, outlines, width),
    draw(toDrawable(name), { x: MARGIN, y: 582, size: 28, fill: COLORS.soft }),
  ]
  return drawn.join('')
}

/** Draws numbers in columns, smaller if they are too wide. */
function drawNumbers(
  numbers: readonly CardNumber[],
  { draw, measure }: TextOutlines,
  width: number,
): string {
  const gap = 44
  const widthOf = ({ value, unit, label }: CardNumber, size: number) =>
    Math.max(measure(value, size) + (unit ? 8 + measure(unit, size / 2) : 0), measure(label, 24))
  const total = (size: number) =>
    numbers.reduce((sum, number) => sum + widthOf(number, size) + gap, -gap)
  let size = 64
  while (size > 32 && total(size) > width) size -= 2
  let x = MARGIN
  return numbers
    .map((number) => {
      const at = x
      x += widthOf(number, size) + gap
      return [
        draw(number.value, { x: at, y: 488, size, fill: COLORS.text }),
        draw(number.unit, {
          ...{ x: at + measure(number.value, size) + 8, y: 488 },
          ...{ size: size / 2, fill: COLORS.soft },
        }),
        draw(toDrawable(number.label), { x: at, y: 424, size: 24, fill: COLORS.soft }),
      ].join('')
    })
    .join('')
}
