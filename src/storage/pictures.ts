import { loadSharp } from './sharp'

/** Formats a picture may arrive in. */
export type PictureFormat = 'gif' | 'jpeg' | 'png'

const SIGNATURES: [PictureFormat, Buffer][] = [
  ['gif', Buffer.from('GIF8')],
  ['jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
]

/** The longer side of a stored picture; it is shown much smaller. */
const LARGEST_SIDE = 1024
/** Pixels of a picture that still is one, not an attempt to fill the memory. */
const MOST_PIXELS = 100_000_000
const QUALITY = 88

/** What the first bytes say a picture is; undefined for anything else. */
export const pictureFormat = (bytes: Uint8Array): PictureFormat | undefined =>
  SIGNATURES.find(([, start]) => start.equals(bytes.subarray(0, start.length)))?.[0]

/**
 * The picture as a JPEG that holds nothing but pixels: upright, without metadata, transparency on white, at most
 * 1024 pixels wide and high. Undefined for bytes that are no readable picture.
 */
export async function encodePicture(bytes: Uint8Array): Promise<Buffer | undefined> {
  const sharp = await loadSharp()
  try {
    return await sharp(bytes, { limitInputPixels: MOST_PIXELS })
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
  } catch {
    return undefined
  }
}
