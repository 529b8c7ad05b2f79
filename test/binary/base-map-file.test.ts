import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { inProject } from '@/build/project'
import { BUILD_TIMEOUT, installBinary } from '../support/binary'

test.each([
  ['base-map', ''],
  ['base-map', '/milepost'],
  ['regions', ''],
])(
  'the file %s is sent unchanged in every encoding, below the path "%s"',
  async (file, basePath) => {
    const binary = installBinary()
    const server = await binary.serve([], { ...(basePath && { BASE_PATH: basePath }) })
    try {
      const name = readdirSync(inProject('dist', 'web', 'assets')).find((each) =>
        each.startsWith(`${file}-`),
      )
      const source = readFileSync(inProject('src', 'domain', 'reference', file, `${file}.br`))
      const content = Bun.hash(brotliDecompressSync(source))
      for (const encoding of ['br', 'gzip', 'identity']) {
        const headers = { 'accept-encoding': encoding }
        const { origin } = new URL(server.url)
        const response = await fetch(`${origin}${basePath}/assets/${name}`, { headers })
        expect(response.headers.get('content-encoding') ?? 'identity').toBe(encoding)
        expect(response.headers.get('cache-control')).toContain('immutable')
        expect(Bun.hash(await response.bytes())).toBe(content)
      }
    } finally {
      await server.stop()
      binary.remove()
    }
  },
  BUILD_TIMEOUT,
)
