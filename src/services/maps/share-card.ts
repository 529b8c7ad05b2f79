import type { OutgoingAccess } from '@/lib/network/outgoing'
import { loadSharp } from '@/store/files/sharp'
import { type CardLine, type CardRoute, loadCardMap, type PlacePoint } from './card-map'
import { BASE_MAP_ATTRIBUTION } from './draw-base-map'
import type { MapTiles } from './load-ground'
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
  /** Undefined if the route is not shown. */
  route: CardRoute | undefined
}

export interface CardNumber {
  label: string
  value: string
  unit: string
}

/** The size at which social networks show pictures of links. */
const CARD_SIZE = { width: 1200, height: 630 }

const COLORS = {
  ground: '#0f2f26',
  contours: '#1b4537',
  text: '#f5f8f3',
  soft: '#b4cdbf',
  accent: '#ffb84d',
  route: '#d9480f',
  casing: '#0a211b',
}
const MARGIN = 64
/** The box in which the route is drawn. */
const ROUTE_BOX = { left: 690, top: 90, width: 446, height: 450 }
/** Width of the texts if there is a route. */
const TEXT_WIDTH = 560

/** Access to map tiles, for pictures with a map. */
export interface CardTiles {
  tiles: MapTiles
  outside: OutgoingAccess
  /** Attribution of the map. */
  attribution: string
}

/**
 * Draws the picture of a workout as a PNG of `CARD_SIZE`: with the route on a map, which is coarse if tiles are missing,
 * or without the route on plain ground.
 */
export async function drawShareCard(
  card: ShareCard,
  access: CardTiles,
): Promise<Uint8Array<ArrayBuffer>> {
  const outlines = await loadTextOutlines()
  const map =
    card.route && (await loadCardMap(card.route, { size: CARD_SIZE, box: ROUTE_BOX }, access))
  const { width, height } = CARD_SIZE
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    map
      ? SHADE
      : `<rect width="${width}" height="${height}" fill="${COLORS.ground}"/>${drawContours()}`,
    card.route && map ? drawRoute(card.route.parts, map.place) : '',
    drawTexts(card, outlines),
    map ? drawAttribution(map.isCoarse ? BASE_MAP_ATTRIBUTION : access.attribution, outlines) : '',
    '</svg>',
  ].join('')
  const sharp = await loadSharp()
  const picture = map
    ? sharp(map.pixels, { raw: { ...CARD_SIZE, channels: 3 } }).composite([
        { input: Buffer.from(svg), left: 0, top: 0 },
      ])
    : sharp(Buffer.from(svg))
  const png = await picture.removeAlpha().png({ compressionLevel: 9 }).toBuffer()
  return new Uint8Array(png)
}

/** Darkens the left part of a map, where the texts are. */
const SHADE = `<defs><linearGradient id="shade"><stop offset="0.53" stop-color="${COLORS.ground}"/><stop offset="0.62" stop-color="${COLORS.ground}" stop-opacity="0"/></linearGradient></defs><rect width="1200" height="630" fill="url(#shade)"/>`

/** Draws the attribution in the lower right corner, without the markup of links. */
function drawAttribution(html: string, { draw, measure }: TextOutlines): string {
  const text = toDrawable(html.replace(/<[^>]*>/g, '').replaceAll('&copy;', '©'))
  const width = measure(text, 16)
  const x = CARD_SIZE.width - width - 12
  return `<rect x="${x - 8}" y="602" width="${width + 20}" height="28" fill="#fff" fill-opacity="0.85"/>${draw(text, { x, y: 621, size: 16, fill: COLORS.ground })}`
}

/** Contour lines in the background. */
function drawContours(): string {
  const rings = Array.from({ length: 9 }, (_, i) => {
    const radius = 90 + i * 78
    return `<ellipse cx="905" cy="330" rx="${radius * 1.25}" ry="${radius}" transform="rotate(${-18 + i * 3} 905 330)"/>`
  })
  return `<g fill="none" stroke="${COLORS.contours}" stroke-width="2">${rings.join('')}</g>`
}

function drawRoute(parts: readonly CardLine[], place: PlacePoint): string {
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
  return stroke('#ffffff', 14) + stroke(COLORS.route, 7) + start
}

function drawTexts({ title, subtitle, name, numbers, route }: ShareCard, outlines: TextOutlines) {
  const { draw, wrap } = outlines
  const width = route ? TEXT_WIDTH : CARD_SIZE.width - 2 * MARGIN
  const size = route ? 60 : 76
  const lines = wrap(toDrawable(title), { size, width, lines: 2 })
  const [subtitleLine = ''] = wrap(toDrawable(subtitle), { size: 28, width, lines: 1 })
  const subtitleY = 120 + lines.length * size * 1.15
  const drawn = [
    draw('Milepost', { x: MARGIN, y: 92, size: 28, fill: COLORS.accent }),
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
