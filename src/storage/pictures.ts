import { Lock } from '@/lib/lock'
import { loadSharp } from './sharp'

/** Formats a picture may arrive in. */
export type PictureFormat = 'gif' | 'jpeg' | 'png'

/** Makes pictures to keep of files that were sent. */
export interface Pictures {
  /**
   * The picture in a file as a JPEG that holds nothing but pixels: upright, without metadata, transparency on white, at
   * most 1024 pixels wide and high. Undefined for what is no readable picture of the format, and what takes too long to
   * read.
   *
   * @throws TooManyPixels
   */
  encode: (path: string, format: PictureFormat) => Promise<Buffer | undefined>
}

/** A picture that is too large to be read, for whatever its file may weigh. */
export class TooManyPixels extends Error {
  override name = 'TooManyPixels'
}

const SIGNATURES: Record<PictureFormat, Buffer> = {
  gif: Buffer.from('GIF8'),
  jpeg: Buffer.from([0xff, 0xd8, 0xff]),
  png: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
}

/** The longer side of a stored picture; it is shown much smaller. */
const LARGEST_SIDE = 1024
/** Twice what most phones make; whatever is larger costs more than a picture is worth. */
const MOST_PIXELS = 25_000_000
const MOST_SECONDS = 10
const QUALITY = 88

/** One picture is read at a time: it takes a thread of those that all files wait for. */
export function openPictures(): Pictures {
  const reading = new Lock()
  return {
    encode: (path, format) =>
      reading.hold(async () => ((await isOfFormat(path, format)) ? encode(path) : undefined)),
  }
}

async function isOfFormat(path: string, format: PictureFormat): Promise<boolean> {
  const start = SIGNATURES[format]
  return start.equals(await Bun.file(path).slice(0, start.length).bytes())
}

async function encode(path: string): Promise<Buffer | undefined> {
  const sharp = await loadSharp()
  const facts = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (!facts) return undefined
  if (facts.width * facts.height > MOST_PIXELS) throw new TooManyPixels()
  return sharp(path, { limitInputPixels: MOST_PIXELS })
    .timeout({ seconds: MOST_SECONDS })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({
      width: LARGEST_SIDE,
      height: LARGEST_SIDE,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .jpeg({ quality: QUALITY, mozjpeg: true })
    .toBuffer()
    .catch(() => undefined)
}
