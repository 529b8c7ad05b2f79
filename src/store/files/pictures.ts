import { Lock } from '@/lib/concurrency/lock'
import { type EncodedPhoto, encodePhoto, readMetadata } from './photos'
import { loadSharp } from './sharp'

/** Formats a picture may arrive in. */
export type PictureFormat = 'gif' | 'jpeg' | 'png'

/** Encodes uploaded pictures for storage. */
export interface Pictures {
  /**
   * Encodes a picture as an upright JPEG without metadata, with transparency on white, at most 1024 pixels wide and
   * high. Returns undefined if the file is not a readable picture of the format, or takes too long to read.
   *
   * @throws TooManyPixels
   */
  encode: (path: string, format: PictureFormat) => Promise<Buffer | undefined>
  /** `encodePhoto`, waiting for other pictures and photos. */
  encodePhoto: (path: string) => Promise<EncodedPhoto | undefined>
}

const SIGNATURES: Record<PictureFormat, Buffer> = {
  gif: Buffer.from('GIF8'),
  jpeg: Buffer.from([0xff, 0xd8, 0xff]),
  png: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
}

/** Maximum length of the longer side of a stored picture, which is displayed much smaller. */
const MAX_SIDE = 1024
/** Twice the resolution of most phones; decoding larger pictures costs too much memory. */
const MAX_PIXELS = 25_000_000
const MAX_SECONDS = 10
const QUALITY = 88

/** Reads one picture at a time, because decoding occupies a thread of the pool that all file access uses. */
export function openPictures(): Pictures {
  const reading = new Lock()
  return {
    encode: (path, format) =>
      reading.hold(async () => ((await isOfFormat(path, format)) ? encode(path) : undefined)),
    encodePhoto: (path) => reading.hold(() => encodePhoto(path)),
  }
}

async function isOfFormat(path: string, format: PictureFormat): Promise<boolean> {
  const start = SIGNATURES[format]
  return start.equals(await Bun.file(path).slice(0, start.length).bytes())
}

async function encode(path: string): Promise<Buffer | undefined> {
  if (!(await readMetadata(path, MAX_PIXELS))) return undefined
  const sharp = await loadSharp()
  return sharp(path, { limitInputPixels: MAX_PIXELS })
    .timeout({ seconds: MAX_SECONDS })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({
      width: MAX_SIDE,
      height: MAX_SIDE,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .jpeg({ quality: QUALITY, mozjpeg: true })
    .toBuffer()
    .catch(() => undefined)
}
