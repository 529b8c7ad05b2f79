import { loadSharp } from '@/store/files/sharp'
import type { DemoApi } from './api'
import { between, pick, type Random } from './random'
import type { DemoPoint } from './track'

const WIDTH = 1200
const HEIGHT = 800

interface Sky {
  top: string
  low: string
  sun: string
  /** Hues of the furthest and of the nearest hills. */
  hills: readonly [number, number]
}

const SKIES: readonly [Sky, ...Sky[]] = [
  { top: '#4f86c6', low: '#dbe9f4', sun: '#fff6d5', hills: [210, 120] },
  { top: '#2b3f6b', low: '#f2b58a', sun: '#ffe0b0', hills: [250, 30] },
  { top: '#8fa5b5', low: '#e8ecec', sun: '#f7f7f0', hills: [190, 110] },
]

const DESCRIPTIONS = [
  'Hills behind hills, in the haze',
  'The view from the top',
  'The valley, before the descent',
  'Looking back at the way up',
] as const

/** Uploads painted photos of an outing: taken at points of its track. Returns the ids of the photos. */
export async function addPhotos(
  api: DemoApi,
  who: string,
  { points, random }: { points: readonly DemoPoint[]; random: Random },
): Promise<string[]> {
  const ids: string[] = []
  const count = 1 + Math.floor(random() * 3)
  for (let number = 1; number <= count; number += 1) {
    const point = points[Math.floor((points.length * number) / (count + 1))]
    if (!point) continue
    const form = new FormData()
    form.append('file', new File([await paint(random, point)], `IMG_${number}.jpg`))
    const { id } = await api.call(who, 'POST', '/media', form)
    if (id === undefined) throw new Error('A photo was not stored.')
    await api.call(who, 'PATCH', `/media/${id}`, { description: pick(random, DESCRIPTIONS) })
    ids.push(id)
  }
  return ids
}

/** Paints hills below a sky as a JPEG image, with the place and time of a point in its EXIF data. */
async function paint(random: Random, point: DemoPoint): Promise<Uint8Array<ArrayBuffer>> {
  const sharp = await loadSharp()
  const image = sharp(Buffer.from(landscape(random))).withExif({
    IFD2: { DateTimeOriginal: exifTime(point.time), OffsetTimeOriginal: '+00:00' },
    IFD3: {
      ...{ GPSLatitudeRef: 'N', GPSLatitude: exifAngle(point.latitude) },
      ...{ GPSLongitudeRef: 'E', GPSLongitude: exifAngle(point.longitude) },
    },
  })
  return new Uint8Array(await image.jpeg({ quality: 85 }).toBuffer())
}

const exifTime = (time: Date) =>
  time.toISOString().slice(0, 19).replaceAll('-', ':').replace('T', ' ')

/** Degrees, minutes and seconds as fractions. */
function exifAngle(degrees: number): string {
  const minutes = (degrees % 1) * 60
  const seconds = Math.round((minutes % 1) * 6000)
  return `${Math.floor(degrees)}/1 ${Math.floor(minutes)}/1 ${seconds}/100`
}

function landscape(random: Random): string {
  const { top, low, sun, hills } = pick(random, SKIES)
  const layers = 5
  const ridges = Array.from({ length: layers }, (_, layer) => {
    const share = layer / (layers - 1)
    const [hue, nearHue] = hills
    const colour = `hsl(${hue + (nearHue - hue) * share} ${18 + 16 * share}% ${68 - 46 * share}%)`
    return `<path fill="${colour}" d="${ridge(random, HEIGHT * (0.42 + 0.14 * layer))}"/>`
  })
  const x = between(random, 0.15, 0.85) * WIDTH
  const y = between(random, 0.1, 0.34) * HEIGHT
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="0.6" stop-color="${low}"/></linearGradient>
<radialGradient id="sun"><stop offset="0.25" stop-color="${sun}"/><stop offset="1" stop-color="${sun}" stop-opacity="0"/></radialGradient></defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/><circle cx="${x}" cy="${y}" r="140" fill="url(#sun)"/>
${ridges.join('\n')}</svg>`
}

/** The outline of a chain of hills, as wide as the picture and filled to its lower edge. */
function ridge(random: Random, height: number): string {
  const waves = [1.3, 2.7, 5.1, 11, 23, 47].map((count) => ({
    count: count * between(random, 0.7, 1.3),
    size: (between(random, 0.4, 1) * 70) / count ** 0.8,
    phase: random() * 2 * Math.PI,
  }))
  const steps = 160
  const points = Array.from({ length: steps + 1 }, (_, step) => {
    const angle = (step / steps) * 2 * Math.PI
    const rise = waves.reduce((sum, w) => sum + w.size * Math.sin(w.count * angle + w.phase), 0)
    return `${((step / steps) * WIDTH).toFixed(1)} ${(height - rise).toFixed(1)}`
  })
  return `M0 ${HEIGHT} L${points.join(' L')} L${WIDTH} ${HEIGHT} Z`
}
