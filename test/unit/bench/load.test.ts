import { afterAll, describe, expect, test } from 'bun:test'
import { createServer } from 'node:net'
import { getRequest, startLoader } from '../../bench/loader'

const loader = startLoader()
afterAll(() => loader.stop())

/** A server that writes its response in the given chunks. */
async function answering(pieces: string[]) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', async () => {
      for (const piece of pieces) {
        socket.write(piece)
        await Bun.sleep(1)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { port: Object(address).port as number, close: () => server.close() }
}

describe('the client of the benchmark', () => {
  test.each([
    ['in one write', ['HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello']],
    ['in several writes', ['HTTP/1', '.1 200 OK\r\ncontent-length: 5\r', '\n\r\nhe', 'llo']],
    [
      'with chunked encoding',
      ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '5\r\nhello\r\n0\r\n\r\n'],
    ],
  ])('counts responses that arrive %s', async (_, pieces) => {
    const { port, close } = await answering(pieces)
    const load = { port, request: getRequest('/'), connections: 3 }
    let figures = { perSecond: 0, p50: Number.NaN, p99: Number.NaN }
    // On a busy machine no response may arrive within the first moment.
    for (
      let milliseconds = 100;
      figures.perSecond === 0 && milliseconds < 10_000;
      milliseconds *= 2
    )
      figures = await loader.run({ ...load, milliseconds })
    close()
    const { perSecond, p50, p99 } = figures
    expect(perSecond).toBeGreaterThan(0)
    expect(p50).toBeGreaterThan(0)
    expect(p99).toBeGreaterThanOrEqual(p50)
  })

  test('fails when a response is an error', async () => {
    const { port, close } = await answering(['HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n'])
    const load = { port, request: getRequest('/'), connections: 1, milliseconds: 100 }
    expect(loader.run(load)).rejects.toThrow('404')
    close()
  })
})
