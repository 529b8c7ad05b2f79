import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'kysely'
import { getUserById } from '@/store/db/queries/accounts/users'
import { openPictures } from '@/store/files/pictures'
import { loadSharp } from '@/store/files/sharp'
import { startServer } from '../support/client'
import { aSuspendedUser, aUser } from '../support/factories'
import { newTestFolder } from '../support/folder'
import { plainPng, readImage } from '../support/images'

const PICTURE = '/api/auth/picture'
const RED = '#ff0000'
const fail = (message: string) => ({ status: 400, body: { message, status: 'fail' } })
const invalidFile = { status: 400, body: { message: 'invalid file', status: 'error' } }
const noPicture = { status: 404, body: { message: 'No picture.', status: 'not found' } }

const form = (name: string, bytes: BlobPart, field = 'file') => {
  const body = new FormData()
  body.append(field, new File([bytes], name))
  return body
}

async function started(changes = {}) {
  const server = startServer()
  const as = await aUser(server.ctx, { username: 'ann', ...changes })
  const upload = (name: string, bytes: BlobPart) =>
    server.call('POST', PICTURE, { as, body: form(name, bytes) })
  /** The path of the stored picture and its bytes as they are served. */
  const stored = async () => {
    const { picture } = await getUserById(server.ctx.db, as.id)
    const request = new Request('http://localhost/api/users/ann/picture')
    const answer = await server.handle(request)
    return { path: picture, answer, bytes: new Uint8Array(await answer.arrayBuffer()) }
  }
  return { ...server, as, upload, stored }
}

/** An image of two halves, in the given format. */
async function halves(format: 'gif' | 'jpeg' | 'png', { width = 40, height = 20 } = {}) {
  const sharp = await loadSharp()
  const right = await sharp({
    create: { width: width / 2, height, channels: 3, background: '#0000ff' },
  })
    .png()
    .toBuffer()
  const image = sharp({ create: { width, height, channels: 3, background: RED } })
  const bytes = await image
    .composite([{ input: right, left: width / 2, top: 0 }])
    .toFormat(format)
    .toBuffer()
  return new Uint8Array(bytes)
}

describe('POST /api/auth/picture', () => {
  test.each([
    ['me.png', 'png'],
    ['ME.JPG', 'jpeg'],
    ['me.jpeg', 'jpeg'],
    ['me.gif', 'gif'],
  ] as const)('converts %s to a JPEG with the same content', async (name, format) => {
    const { upload, stored, as } = await started()
    const { status, body } = await upload(name, await halves(format))
    expect(status).toBe(200)
    expect(body).toEqual({ message: 'user picture updated', status: 'success' })
    const { path, answer, bytes } = await stored()
    expect(path).toMatch(new RegExp(`^pictures/${as.id}/[0-9a-f]{32}\\.jpg$`))
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    const image = await readImage(bytes)
    expect(image).toMatchObject({ format: 'jpeg', width: 40, height: 20 })
    expect(image.at(5, 10)).toMatch(/^#f[0-9a-f]0[0-9a-f]0[0-9a-f]$/)
    expect(image.at(35, 10)).toMatch(/^#0[0-9a-f]0[0-9a-f]f[0-9a-f]$/)
  })

  test('removes all metadata and applies the orientation', async () => {
    const { upload, stored } = await started()
    const sharp = await loadSharp()
    const exif = { IFD0: { Copyright: 'SECRET PLACE' }, IFD3: { GPSLatitude: '48/1 51/1 0/1' } }
    const sideways = await sharp(await halves('jpeg'))
      .withExif(exif)
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    await upload('me.jpg', new Uint8Array(sideways))
    const { bytes } = await stored()
    const { exif: kept, orientation, icc, xmp } = await sharp(bytes).metadata()
    expect([kept, orientation, icc, xmp]).toEqual([undefined, undefined, undefined, undefined])
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('SECRET')
    expect(await readImage(bytes)).toMatchObject({ width: 20, height: 40 })
  })

  test('draws transparent pictures on white', async () => {
    const { upload, stored } = await started()
    const sharp = await loadSharp()
    const background = { r: 0, g: 0, b: 0, alpha: 0 }
    const create = { width: 8, height: 8, channels: 4 as const, background }
    await upload('me.png', new Uint8Array(await sharp({ create }).png().toBuffer()))
    expect((await readImage((await stored()).bytes)).at(4, 4)).toBe('#ffffff')
  })

  test('scales large pictures down, preserving proportions', async () => {
    const { upload, stored } = await started()
    await upload('me.png', await halves('png', { width: 3000, height: 1500 }))
    expect(await readImage((await stored()).bytes)).toMatchObject({ width: 1024, height: 512 })
  })

  test('replaces the previous picture and deletes its file', async () => {
    const { upload, stored, ctx } = await started()
    await upload('me.png', await plainPng(RED, 16))
    const former = (await stored()).path ?? ''
    expect(await ctx.files.exists(former)).toBeTrue()
    await upload('me.png', await plainPng('#00ff00', 16))
    expect(await ctx.files.exists(former)).toBeFalse()
    expect((await readImage((await stored()).bytes)).at(8, 8)).toMatch(/^#0[0-9a-f]f[0-9a-f]0/)
  })

  test('succeeds when the file of the previous picture cannot be deleted', async () => {
    const { upload, stored, ctx } = await started()
    await upload('me.png', await plainPng(RED, 16))
    const former = (await stored()).path
    const { remove } = ctx.files
    ctx.files.remove = (path) =>
      path === former ? Promise.reject(new Error('EIO: i/o error')) : remove(path)
    expect((await upload('me.png', await plainPng('#00ff00', 16))).status).toBe(200)
    expect((await readImage((await stored()).bytes)).at(8, 8)).toMatch(/^#0[0-9a-f]f[0-9a-f]0/)
  })

  test('shows the picture in the profile', async () => {
    const { upload, call, as } = await started()
    await upload('me.png', await plainPng(RED, 16))
    expect((await call('GET', '/api/auth/profile', { as })).body.data.picture).toBeTrue()
  })

  test('leaves no files behind when it rejects a picture', async () => {
    const { upload, ctx } = await started()
    await upload('me.png', 'hello world')
    await upload('me.bmp', 'BM')
    expect(await ctx.files.foldersIn('pictures')).toEqual([])
    expect([...new Bun.Glob('incoming/*').scanSync(ctx.config.uploadsDir)]).toEqual([])
  })

  test.each([
    ['nothing', {}],
    ['a form without files', { body: new URLSearchParams({ x: '1' }) }],
    ['JSON', { json: { file: 'me.png' } }],
    ['another field', { body: form('me.png', 'x', 'picture') }],
  ])('rejects %s', async (_, options) => {
    const { call, as } = await started()
    expect(await call('POST', PICTURE, { as, ...options })).toMatchObject(fail('no file part'))
  })

  test('rejects a file without a name', async () => {
    const { call, as } = await started()
    const boundary = 'xyz'
    const body = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename=""\r\n\r\n\r\n--${boundary}--\r\n`
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    expect(await call('POST', PICTURE, { as, body, headers })).toMatchObject(
      fail('no selected file'),
    )
  })

  test.each(['me.bmp', 'me.svg', 'me.webp', 'me', 'png', 'me.png.exe'])(
    'rejects the name %s',
    async (name) => {
      const { upload } = await started()
      expect(await upload(name, await plainPng(RED, 8))).toMatchObject(
        fail('file extension not allowed'),
      )
    },
  )

  test('rejects content that does not match the file name', async () => {
    const { upload } = await started()
    const png = await plainPng(RED, 8)
    expect(await upload('me.png', 'hello world')).toMatchObject(invalidFile)
    expect(await upload('me.jpg', png)).toMatchObject(invalidFile)
    expect(await upload('me.png', '')).toMatchObject(invalidFile)
    expect(await upload('me.gif', '<svg xmlns="http://www.w3.org/2000/svg"/>')).toMatchObject(
      invalidFile,
    )
  })

  test('rejects a truncated picture', async () => {
    const { upload } = await started()
    const png = await plainPng(RED, 64)
    expect(await upload('me.png', png.slice(0, 40))).toMatchObject(invalidFile)
  })

  test('rejects more than 25 megapixels, however small the file is', async () => {
    const { upload } = await started()
    const sharp = await loadSharp()
    const plain = (width: number) =>
      sharp({ create: { width, height: 5000, channels: 3, background: RED } })
        .png()
        .toBuffer()
    expect((await upload('me.png', new Uint8Array(await plain(5000)))).status).toBe(200)
    expect(await upload('me.png', new Uint8Array(await plain(5001)))).toMatchObject({
      status: 400,
      body: { message: 'picture exceeds 25 megapixels', status: 'error' },
    })
  })

  test('decodes one picture at a time', async () => {
    const folder = newTestFolder()
    const [large, small] = [join(folder, 'large.png'), join(folder, 'small.png')]
    await Bun.write(large, await halves('png', { width: 4000, height: 4000 }))
    await Bun.write(small, await halves('png'))
    const pictures = openPictures()
    const order: string[] = []
    await Promise.all([
      pictures.encode(large, 'png').then(() => order.push('large')),
      pictures.encode(small, 'png').then(() => order.push('small')),
    ])
    expect(order).toEqual(['large', 'small'])
  })

  test('is limited to ten attempts in ten minutes per account', async () => {
    const { upload, call, clock, ctx } = await started()
    for (let time = 0; time < 10; time += 1) expect((await upload('me.png', 'x')).status).toBe(400)
    expect(await upload('me.png', 'x')).toMatchObject({
      status: 429,
      body: { message: 'rate limit exceeded (10 per 10 minute)', status: 'error' },
    })
    const body = form('me.png', await plainPng(RED, 8))
    expect((await call('POST', PICTURE, { as: await aUser(ctx), body })).status).toBe(200)
    clock.advance(600_000)
    expect((await upload('me.png', 'x')).status).toBe(400)
  })

  test('rejects a request that is larger than the limit for pictures', async () => {
    const { upload, ctx } = await started()
    await ctx.db.updateTable('app_config').set({ max_single_file_size: 1024 }).execute()
    expect(await upload('me.png', new Uint8Array(3000))).toMatchObject({
      status: 413,
      body: {
        message: 'Error during picture upload, file size (2.9KB) exceeds 1.0KB.',
        status: 'fail',
      },
    })
  })

  test('checks the name before the size, and the size before the content', async () => {
    const { upload, ctx } = await started()
    await ctx.db.updateTable('app_config').set({ max_single_file_size: 100 }).execute()
    expect((await upload('me.bmp', new Uint8Array(3000))).status).toBe(400)
    expect((await upload('me.png', new Uint8Array(3000))).status).toBe(413)
  })

  test('rejects a request that is larger than the limit for all uploads', async () => {
    const { upload, ctx } = await started()
    await ctx.db.updateTable('app_config').set({ max_zip_file_size: 2048 }).execute()
    expect(await upload('me.bmp', new Uint8Array(3000))).toMatchObject({
      status: 413,
      body: { message: expect.stringContaining('exceeds 2.0KB.'), status: 'fail' },
    })
  })

  test('has an error message for internal errors, and the previous picture stays', async () => {
    const { upload, stored, ctx } = await started()
    await upload('me.png', await plainPng(RED, 16))
    const { path } = await stored()
    ctx.files.store = async () => {
      throw new Error('the disk is full')
    }
    expect(await upload('me.png', await plainPng('#00ff00', 16))).toMatchObject({
      status: 500,
      body: { message: 'error during picture update', status: 'fail' },
    })
    expect((await stored()).path).toBe(path)
    expect([...new Bun.Glob('incoming/*/*').scanSync(ctx.config.uploadsDir)]).toEqual([])
  })

  test('is open to suspended accounts', async () => {
    const { upload } = await started({ suspended_at: 1 })
    expect((await upload('me.png', await plainPng(RED, 8))).status).toBe(200)
  })
})

describe('DELETE /api/auth/picture', () => {
  test('deletes the picture and its file', async () => {
    const { upload, stored, call, ctx, as } = await started()
    await upload('me.png', await plainPng(RED, 16))
    const { path } = await stored()
    const { status, body } = await call('DELETE', PICTURE, { as })
    expect({ status, body }).toEqual({ status: 204, body: '' })
    expect(await ctx.files.exists(path ?? '')).toBeFalse()
    expect(await call('GET', '/api/users/ann/picture')).toMatchObject(noPicture)
  })

  test('has an error message for internal errors', async () => {
    const { upload, call, ctx, as } = await started()
    await upload('me.png', await plainPng(RED, 16))
    await sql`create trigger fault before update on users begin select raise(abort, 'fault'); end`.execute(
      ctx.db,
    )
    expect(await call('DELETE', PICTURE, { as })).toMatchObject({
      status: 500,
      body: { message: 'error during picture deletion', status: 'fail' },
    })
  })

  test('succeeds without a picture', async () => {
    const { call, as } = await started()
    expect((await call('DELETE', PICTURE, { as })).status).toBe(204)
  })

  test('is open to suspended accounts', async () => {
    const { call, ctx } = startServer()
    expect((await call('DELETE', PICTURE, { as: await aSuspendedUser(ctx) })).status).toBe(204)
  })
})

describe('GET /api/users/{user_name}/picture', () => {
  test('finds the user in any case, active or not, without a token', async () => {
    const { upload, call, ctx } = await started()
    await upload('me.png', await plainPng(RED, 16))
    await ctx.db.updateTable('users').set({ is_active: 0, suspended_at: 1 }).execute()
    const { status, headers } = await call('GET', '/api/users/ANN/picture')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('image/jpeg')
  })

  test('returns 404 for an unknown user and for a user without a picture', async () => {
    const { call } = await started()
    expect(await call('GET', '/api/users/nobody/picture')).toMatchObject({
      status: 404,
      body: { message: 'user does not exist', status: 'not found' },
    })
    expect(await call('GET', '/api/users/ann/picture')).toMatchObject(noPicture)
  })

  test('returns 404 when the file is missing', async () => {
    const { upload, stored, call, ctx } = await started()
    await upload('me.png', await plainPng(RED, 16))
    await ctx.files.remove((await stored()).path ?? '')
    expect(await call('GET', '/api/users/ann/picture')).toMatchObject(noPicture)
  })
})
