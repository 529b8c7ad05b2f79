import { open } from 'node:fs/promises'
import { type ExifFacts, readExif } from '@/lib/files/exif'
import { loadSharp } from './sharp'

/** An image has too many pixels, whatever the size of its file. */
export class TooManyPixels extends Error {
  override name = 'TooManyPixels'
}

/**
 * Reads the size and other metadata of an image without decoding it; undefined if they cannot be read.
 *
 * @throws TooManyPixels
 */
export async function readMetadata(path: string, maxPixels: number) {
  const sharp = await loadSharp()
  const metadata = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (metadata && metadata.width * metadata.height > maxPixels) throw new TooManyPixels()
  return metadata
}

/** The sizes in which a photo is stored. */
export const PHOTO_SIZES = ['large', 'screen', 'thumbnail'] as const
export type PhotoSize = (typeof PHOTO_SIZES)[number]

/** A photo as it is stored: WebP images without any metadata, and what its metadata said. */
export interface EncodedPhoto extends ExifFacts {
  /** Pixels of the large image. */
  width: number
  height: number
  images: Record<PhotoSize, Buffer>
}

/** The formats in which photos may arrive, by the extension of their file name. */
export const PHOTO_EXTENSIONS = ['jpg', 'jpeg', 'png', 'webp', 'gif', 'avif', 'heic', 'heif']

/**
 * Side in pixels and quality of each size. NOTE WebP, because encoding one photo as AVIF takes
 * several seconds at least, for files that are a third smaller.
 */
const FORMATS: Record<PhotoSize, { side: number; quality: number }> = {
  large: { side: 2048, quality: 80 },
  screen: { side: 1024, quality: 78 },
  thumbnail: { side: 400, quality: 75 },
}

/** More than the cameras of most phones have; decoding more pixels takes too much memory. */
const MAX_PIXELS = 64_000_000
const MAX_SECONDS = 20

/** How files of the supported formats start, as Latin-1; dots stand for any bytes. */
const SIGNATURES = [
  '\xff\xd8\xff',
  '\x89PNG\r\n\x1a\n',
  'GIF87a',
  'GIF89a',
  'RIFF....WEBP',
  ...['avif', 'avis', 'mif1', 'msf1', 'heic', 'heix', 'hevc'].map((brand) => `....ftyp${brand}`),
]
const SIGNATURE_BYTES = 16

/**
 * Encodes a photo in all sizes, upright, in the sRGB colour space. Only the first image of an animation is used.
 * Returns undefined if the file is not a readable photo, or takes too long to read.
 *
 * @throws TooManyPixels before anything is decoded
 */
export async function encodePhoto(path: string): Promise<EncodedPhoto | undefined> {
  if (!(await isPhoto(path))) return undefined
  const metadata = await readMetadata(path, MAX_PIXELS)
  if (!metadata) return undefined
  const exif = metadata.exif ? readExif(metadata.exif) : { takenAt: undefined, position: undefined }
  const sharp = await loadSharp()
  try {
    const { data, info } = await sharp(path, { limitInputPixels: MAX_PIXELS })
      .timeout({ seconds: MAX_SECONDS })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .resize(within(FORMATS.large.side))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const encode = ({ side, quality }: { side: number; quality: number }) =>
      sharp(data, { raw: { width, height, channels } })
        .resize(within(side))
        .webp({ quality })
        .toBuffer()
    const large = await encode(FORMATS.large)
    const screen = await encode(FORMATS.screen)
    const thumbnail = await encode(FORMATS.thumbnail)
    return { ...exif, width, height, images: { large, screen, thumbnail } }
  } catch {
    return undefined
  }
}

const within = (side: number) =>
  ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const

async function isPhoto(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(SIGNATURE_BYTES) })
    const start = buffer.subarray(0, bytesRead).toString('latin1')
    return SIGNATURES.some((signature) => startsLike(start, signature))
  } finally {
    await file.close()
  }
}

const startsLike = (text: string, signature: string): boolean =>
  [...signature].every((character, at) => character === '.' || character === text[at])
