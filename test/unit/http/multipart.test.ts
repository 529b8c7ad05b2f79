import { afterEach, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { BodyTooLarge, BrokenForm, readForm } from '@/server/http/uploads/multipart'
import { newFolder } from '../../support/folder'
import { runs } from '../../support/properties'
import { smallDisk } from '../../support/small-disk'

const folder = newFolder()
const disk = smallDisk(64)
const counter = { made: 0 }
const incoming = () => {
  counter.made += 1
  return join(folder, String(counter.made))
}

afterEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
})

/** A request whose body arrives in chunks of `size` bytes, without a Content-Length. */
function inPieces(body: Buffer, size: number, boundary: string): Request {
  const pieces = Array.from({ length: Math.ceil(body.length / size) }, (_, at) =>
    body.subarray(at * size, (at + 1) * size),
  )
  const stream = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return new Request('http://localhost/', { method: 'POST', headers, body: stream })
}

const readStream = ({ body }: Request) => body ?? new ReadableStream()

const read = (body: Buffer | string, { size = 65_536, bytes = 1e9, boundary = 'frontier' } = {}) =>
  readForm(inPieces(Buffer.from(body), size, boundary), { bytes, incoming, read: readStream })

const part = (header: string, content: string) =>
  `--frontier\r\nContent-Disposition: form-data; ${header}\r\n\r\n${content}\r\n`

const contentOf = (file: { path: string } | undefined) => readFileSync(file?.path ?? '', 'latin1')

describe('readForm', () => {
  test('reads fields and files in any order', async () => {
    const data = part('name="data"', '{"sport_id": 1}')
    const file = part('name="file"; filename="a ride.gpx"', '<?xml?>')
    for (const body of [data + file, file + data]) {
      const form = await read(`${body}--frontier--\r\n`)
      expect(form.fields.get('data')).toBe('{"sport_id": 1}')
      expect(form.files.get('file')).toMatchObject({ name: 'a ride.gpx', size: 7 })
      expect(contentOf(form.files.get('file'))).toBe('<?xml?>')
    }
  })

  test('skips a line break before the first boundary', async () => {
    const form = await read(`\r\n${part('name="data"', 'x')}--frontier--`)
    expect(form.fields.get('data')).toBe('x')
  })

  test('does not mistake the line break at the end of a file for part of the boundary', async () => {
    const header = 'Content-Disposition: form-data; name="file"; filename="a.gpx"'
    const form = await read(`--frontier\r\n${header}\r\n\r\n<gpx>\n</gpx>\n--frontier--\r\n`)
    expect(contentOf(form.files.get('file'))).toBe('<gpx>\n</gpx>')
  })

  test('does not mistake a boundary in the middle of a line for the end of a file', async () => {
    const form = await read(`${part('name="file"; filename="a"', 'x--frontier y')}--frontier--`)
    expect(contentOf(form.files.get('file'))).toBe('x--frontier y')
  })

  test('reads non-ASCII file names in both encodings', async () => {
    const plain = await read(`${part('name="file"; filename="Größe.gpx"', 'x')}--frontier--`)
    expect(plain.files.get('file')?.name).toBe('Größe.gpx')
    const encoded = 'name="file"; filename="x"; filename*=UTF-8\'\'Gr%C3%B6%C3%9Fe.gpx'
    const other = await read(`${part(encoded, 'x')}--frontier--`)
    expect(other.files.get('file')?.name).toBe('Größe.gpx')
  })

  test('distinguishes a file with an empty name from a field', async () => {
    const form = await read(`${part('name="file"; filename=""', '')}--frontier--`)
    expect(form.files.get('file')).toMatchObject({ name: '', size: 0 })
  })

  test('returns every file intact, however the body is split into chunks', async () => {
    const content = fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes))
    await fc.assert(
      fc.asyncProperty(content, fc.integer({ min: 1, max: 50 }), async (bytes, size) => {
        fc.pre(!bytes.includes('--b'))
        const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n'
        const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')])
        const form = await read(body, { size, boundary: 'b' })
        expect(contentOf(form.files.get('file'))).toBe(bytes.toString('latin1'))
      }),
      runs(60),
    )
  })

  test('rejects a body over the limit and leaves no files behind', async () => {
    const body = `${part('name="file"; filename="a"', 'x'.repeat(5000))}--frontier--`
    await expect(read(body, { size: 500, bytes: 2000 })).rejects.toBeInstanceOf(BodyTooLarge)
    expect(readdirSync(folder)).toEqual([])
  })

  test.each([
    ['ends in the middle of a file', part('name="file"; filename="a"', 'xyz').slice(0, -8)],
    ['has no boundary', 'hello'],
    ['ends within a header', '--frontier\r\nContent-Dispo'],
    ['has an endless header', `--frontier\r\n${'x'.repeat(20_000)}`],
  ])('rejects a body that %s and leaves no files behind', async (_, body) => {
    await expect(read(body, { size: 7 })).rejects.toBeInstanceOf(BrokenForm)
    expect(readdirSync(folder)).toEqual([])
  })

  test('rejects more than twenty parts as soon as they arrive', async () => {
    const many = (count: number) => `${part('name="a"', 'x').repeat(count)}--frontier--`
    expect((await read(many(20))).fields.get('a')).toBe('x')
    await expect(read(many(21))).rejects.toMatchObject({ httpStatus: 413 })
    const files = `${part('name="file"; filename="a"', 'x').repeat(21)}--frontier--`
    await expect(read(files)).rejects.toMatchObject({ httpStatus: 413 })
    expect(readdirSync(folder)).toEqual([])
  })

  test('rejects fields of more than 1 MiB in total', async () => {
    const fields = (size: number) =>
      `${part('name="a"', 'x'.repeat(size)) + part('name="b"', 'x'.repeat(size))}--frontier--`
    expect((await read(fields(512 * 1024))).fields.size).toBe(2)
    await expect(read(fields(512 * 1024 + 1))).rejects.toMatchObject({ httpStatus: 413 })
  })

  test('rejects a body that is not a form', async () => {
    const request = new Request('http://localhost/', { method: 'POST', body: 'hello' })
    await expect(
      readForm(request, { bytes: 1e6, incoming, read: readStream }),
    ).rejects.toBeInstanceOf(BrokenForm)
  })
})

test.skipIf(!disk)('a file that the disk stores only in part is rejected and deleted', async () => {
  const path = join(disk ?? '', 'arriving')
  const file = part('name="file"; filename="a.gpx"', 'x'.repeat(90_000))
  const request = inPieces(Buffer.from(`${file}--frontier--\r\n`), 200_000, 'frontier')
  const form = readForm(request, { bytes: 1e6, incoming: () => path, read: readStream })
  await expect(form).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(readdirSync(disk ?? '')).toEqual([])
})
