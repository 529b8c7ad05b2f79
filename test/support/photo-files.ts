import { deflateSync } from 'node:zlib'
import { loadSharp } from '@/store/files/sharp'

/** A text that is hidden in the metadata of generated photos, and must not be in what others receive. */
export const SECRET = 'SECRET-PLACE'

/** EXIF data with time and place (48.5° N, 2.25° E), and secrets. */
const EXIF = {
  IFD0: { Make: SECRET, Model: SECRET, Copyright: SECRET, ImageDescription: SECRET },
  IFD2: { DateTimeOriginal: '2024:05:01 10:20:30', BodySerialNumber: SECRET, UserComment: SECRET },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '48/1 30/1 0/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '2/1 15/1 0/1',
    GPSAreaInformation: SECRET,
  },
}

const XMP = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="48,30.0N" exif:GPSLongitude="2,15.0E">
<dc:title xmlns:dc="http://purl.org/dc/elements/1.1/">${SECRET}</dc:title></rdf:Description></rdf:RDF>
</x:xmpmeta><?xpacket end="w"?>`

interface PhotoOptions {
  width?: number
  height?: number
  /** The EXIF orientation. */
  orientation?: number
  exif?: object
  animated?: boolean
}

/** An image with EXIF and XMP data and a colour profile, left half red, right half blue. */
export async function aPhoto(
  format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' = 'jpeg',
  options: PhotoOptions = {},
  encoding: object = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const sharp = await loadSharp()
  const { width = 60, height = 40, orientation, exif = EXIF } = options
  const half = { width: Math.floor(width / 2), height, channels: 3 as const, background: '#0000ff' }
  const right = await sharp({ create: half }).png().toBuffer()
  let image = sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
    .composite([{ input: right, left: Math.ceil(width / 2), top: 0 }])
    .withExif(exif as Record<string, Record<string, string>>)
    .withXmp(XMP)
    .withIccProfile('p3')
  if (orientation !== undefined) image = image.withMetadata({ orientation })
  return new Uint8Array(await image.toFormat(format, encoding).toBuffer())
}

/** Inserts a segment after the start of a JPEG. */
export function withSegment(jpeg: Uint8Array, marker: number, content: Uint8Array | string) {
  const bytes = Buffer.from(content)
  const head = Buffer.from([0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 0xff])
  return joined(jpeg.subarray(0, 2), head, bytes, jpeg.subarray(2))
}

/** IPTC data with a place, as Photoshop stores it. */
export function iptcBlock(): Buffer {
  const field = Buffer.concat([Buffer.from([0x1c, 2, 90, 0, SECRET.length]), Buffer.from(SECRET)])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(field.length)
  const resource = Buffer.concat([Buffer.from('8BIM\x04\x04\0\0', 'latin1'), size, field])
  return Buffer.concat([Buffer.from('Photoshop 3.0\0', 'latin1'), resource])
}

/** Inserts a chunk after the header of a PNG. */
export function withChunk(png: Uint8Array, type: string, content: Uint8Array | string) {
  const bytes = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(content)])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(bytes.length - 4)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(Bun.hash.crc32(bytes))
  return joined(png.subarray(0, 33), size, bytes, sum, png.subarray(33))
}

/** Appends a chunk to a WebP file. */
export function withWebpChunk(webp: Uint8Array, type: string, content: string) {
  const bytes = Buffer.from(content.length % 2 === 0 ? content : `${content} `)
  const size = Buffer.alloc(4)
  size.writeUInt32LE(bytes.length)
  const whole = joined(webp, Buffer.from(type, 'latin1'), size, bytes)
  Buffer.from(whole.buffer).writeUInt32LE(whole.length - 8, 4)
  return whole
}

/** Appends bytes, as phones append a film to a "motion photo". */
export const withTail = (image: Uint8Array, tail: string) => joined(image, Buffer.from(tail))

/** Inserts a comment before the images of a GIF that has a global colour table. */
export function withGifComment(gif: Uint8Array, text: string) {
  const flags = gif[10] ?? 0
  const table = flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
  const start = 13 + table
  const block = [Buffer.from([0x21, 0xfe, text.length]), Buffer.from(text), Buffer.from([0])]
  return joined(gif.subarray(0, start), ...block, gif.subarray(start))
}

/** A PNG of a few kilobytes whose header announces an image of this size. */
export function aBomb(width: number, height: number): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const chunk = (type: string, content: Uint8Array) => {
    const bytes = Buffer.concat([Buffer.from(type, 'latin1'), content])
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32BE(content.length)
    sum.writeUInt32BE(Bun.hash.crc32(bytes))
    return Buffer.concat([size, bytes, sum])
  }
  const pixels = chunk('IDAT', deflateSync(Buffer.alloc(1_000_000)))
  const end = chunk('IEND', Buffer.alloc(0))
  return joined(signature, chunk('IHDR', header), pixels, end)
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts))
}

/** Names of the chunks of a WebP file. */
export function webpChunks(webp: Uint8Array): string[] {
  const bytes = Buffer.from(webp)
  const names: string[] = []
  for (let at = 12; at + 8 <= bytes.length; ) {
    names.push(bytes.toString('latin1', at, at + 4))
    const size = bytes.readUInt32LE(at + 4)
    at += 8 + size + (size % 2)
  }
  return names
}

/** A photo that looks like hills above a lake; no two seeds look alike. It has the place of the demo's rides. */
export async function aLandscape(seed: number): Promise<Uint8Array<ArrayBuffer>> {
  const sharp = await loadSharp()
  const hue = (shift: number) => (200 + seed * 37 + shift) % 360
  const hill = (y: number, lightness: number) =>
    `<path d="M0 ${y} Q${200 + seed * 60} ${y - 130} 460 ${y} T1200 ${y - 40} V1500 H0z" fill="hsl(${hue(-80)} 35% ${lightness}%)"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="${seed % 2 ? 1500 : 900}">
    <rect width="1200" height="1500" fill="hsl(${hue(0)} 60% 78%)"/>
    <circle cx="${300 + seed * 150}" cy="180" r="70" fill="hsl(45 90% 80%)"/>
    ${hill(430, 45)}${hill(520, 35)}${hill(640, 25)}</svg>`
  return new Uint8Array(await sharp(Buffer.from(svg)).jpeg().toBuffer())
}
