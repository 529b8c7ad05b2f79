import { describe, expect, test } from 'bun:test'
import { loadSharp } from '@/store/files/sharp'
import { startServer } from '../support/client'
import { aUser } from '../support/factories'
import { readImage } from '../support/images'
import {
  aPhoto,
  iptcBlock,
  SECRET,
  webpChunks,
  withChunk,
  withGifComment,
  withSegment,
  withTail,
  withWebpChunk,
} from '../support/photo-files'

const PHOTO_CHUNKS = ['ALPH', 'VP8 ', 'VP8L', 'VP8X']

async function started() {
  const server = startServer()
  const as = await aUser(server.ctx, { username: 'ann', timezone: 'Europe/Paris' })
  const upload = (name: string, bytes: Uint8Array<ArrayBuffer>) => {
    const body = new FormData()
    body.append('file', new File([bytes], name))
    return server.call('POST', '/api/media', { as, body })
  }
  const files = async ({ body }: Awaited<ReturnType<typeof upload>>) => {
    const urls: string[] = [body.url, body.meta.screen_url, body.meta.thumbnail_url]
    return Promise.all(
      urls.map(async (url) => {
        const { pathname, search } = new URL(url)
        const response = await server.handle(new Request(`http://localhost${pathname}${search}`))
        expect(response.headers.get('content-type')).toBe('image/webp')
        return new Uint8Array(await response.arrayBuffer())
      }),
    )
  }
  return { ...server, as, upload, files }
}

/** Kinds of files with secrets in their metadata. */
const KINDS: Record<string, () => Promise<Uint8Array<ArrayBuffer>>> = {
  'baseline.jpg': () => aPhoto('jpeg'),
  'progressive.jpg': () => aPhoto('jpeg', {}, { progressive: true }),
  'mozjpeg.jpeg': () => aPhoto('jpeg', {}, { mozjpeg: true }),
  'rotated.jpg': () => aPhoto('jpeg', { orientation: 6 }),
  'mirrored.jpg': () => aPhoto('jpeg', { orientation: 7 }),
  'iptc.jpg': async () => withSegment(await aPhoto('jpeg'), 0xed, iptcBlock()),
  'comment.jpg': async () => withSegment(await aPhoto('jpeg'), 0xfe, SECRET),
  'maker-segment.jpg': async () => withSegment(await aPhoto('jpeg'), 0xef, SECRET),
  'motion-photo.jpg': async () => withTail(await aPhoto('jpeg'), `ftypmp42 ${SECRET}`),
  'second-exif.jpg': async () =>
    withSegment(await aPhoto('jpeg'), 0xe1, `Exif\0\0MM\0*\0\0\0\x08\0\0${SECRET}`),
  'plain.png': () => aPhoto('png'),
  'interlaced.png': () => aPhoto('png', {}, { progressive: true }),
  'palette.png': () => aPhoto('png', {}, { palette: true }),
  'text.png': async () => withChunk(await aPhoto('png'), 'tEXt', `Comment\0${SECRET}`),
  'unicode-text.png': async () =>
    withChunk(await aPhoto('png'), 'iTXt', `Location\0\0\0\0\0${SECRET}`),
  'private-chunk.png': async () => withChunk(await aPhoto('png'), 'prVt', SECRET),
  'lossy.webp': () => aPhoto('webp'),
  'lossless.webp': () => aPhoto('webp', {}, { lossless: true }),
  'unknown-chunk.webp': async () => withWebpChunk(await aPhoto('webp'), 'GPSX', SECRET),
  'tail.webp': async () => withTail(await aPhoto('webp'), SECRET),
  'comment.gif': async () => withGifComment(await aPhoto('gif'), SECRET),
  'lossy.avif': () => aPhoto('avif', {}, { effort: 0 }),
  'lossless.avif': () => aPhoto('avif', {}, { effort: 0, lossless: true }),
}

describe('metadata of photos', () => {
  test.each(Object.entries(KINDS))(
    'removes all of it from every size of %s',
    async (name, make) => {
      const { upload, files } = await started()
      const source = await make()
      expect(Buffer.from(source).toString('latin1')).toContain(SECRET)
      const uploaded = await upload(name, source)
      expect(uploaded.status).toBe(201)
      const sharp = await loadSharp()
      for (const bytes of await files(uploaded)) {
        expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/SECRET|GPS|Exif|48,30/)
        expect(webpChunks(bytes).filter((chunk) => !PHOTO_CHUNKS.includes(chunk))).toEqual([])
        const { exif, xmp, iptc, icc, orientation, comments } = await sharp(bytes).metadata()
        expect({ exif, xmp, iptc, icc, orientation, comments }).toEqual({
          ...{ exif: undefined, xmp: undefined, iptc: undefined, icc: undefined },
          ...{ orientation: undefined, comments: undefined },
        })
      }
    },
  )

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'keeps the time and place of a %s for its owner',
    async (format) => {
      const { upload } = await started()
      const { body } = await upload(`a.${format}`, await aPhoto(format, {}, { effort: 1 }))
      expect(body.meta.coordinates).toEqual({ latitude: 48.5, longitude: 2.25 })
      // 10:20 in Paris, the time zone of the account, because the camera recorded none.
      expect(body.meta.taken_at).toBe('Wed, 01 May 2024 08:20:30 GMT')
    },
  )

  test('uses the offset to UTC that the camera recorded', async () => {
    const { upload } = await started()
    const IFD2 = { DateTimeOriginal: '2024:05:01 10:20:30', OffsetTimeOriginal: '-07:00' }
    const { body } = await upload('a.jpg', await aPhoto('jpeg', { exif: { IFD2 } }))
    expect(body.meta).toMatchObject({
      coordinates: null,
      taken_at: 'Wed, 01 May 2024 17:20:30 GMT',
    })
  })

  test('turns photos upright', async () => {
    const { upload, files } = await started()
    const uploaded = await upload('a.jpg', await aPhoto('jpeg', { orientation: 6 }))
    expect(uploaded.body.meta).toMatchObject({ width: 40, height: 60 })
    for (const bytes of await files(uploaded))
      expect(await readImage(bytes)).toMatchObject({ width: 40, height: 60 })
  })

  test('makes images of up to 2048, 1024 and 400 pixels', async () => {
    const { upload, files } = await started()
    const uploaded = await upload('a.jpg', await aPhoto('jpeg', { width: 3000, height: 1500 }))
    const sizes = []
    for (const bytes of await files(uploaded)) sizes.push((await readImage(bytes)).width)
    expect(sizes).toEqual([2048, 1024, 400])
  })
})
