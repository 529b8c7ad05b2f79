import { loadSharp } from '@/store/files/sharp'

/** A PNG image of one colour. */
export async function plainPng(color: string, size = 256): Promise<Uint8Array<ArrayBuffer>> {
  const sharp = await loadSharp()
  const image = sharp({ create: { width: size, height: size, channels: 3, background: color } })
  return new Uint8Array(await image.png().toBuffer())
}

/** Format, size and pixels of an image. */
export async function readImage(bytes: Uint8Array) {
  const sharp = await loadSharp()
  const { format, width, height, channels } = await sharp(bytes).metadata()
  const pixels = await sharp(bytes).raw().toBuffer()
  const at = (x: number, y: number) => {
    const start = (y * width + x) * channels
    return `#${pixels.subarray(start, start + 3).toString('hex')}`
  }
  return { format, width, height, channels, at }
}
