import { beforeAll, describe, expect, test } from 'bun:test'
import { brotliCompressSync } from 'node:zlib'
import { bundleWeb } from '@/build/bundle-web'
import { BUILD_TIMEOUT } from '../support/binary'

/** Bytes, compressed with brotli as they are sent. */
const FIRST_SCRIPTS = 120_000
const FIRST_STYLES = 12_000
/** What the door, the dashboard and a workout are seen with; texts, maps and charts not counted. */
const FIRST_SCREENS = { fields: 166_000, dashboard: 152_000, workout: 158_000 }
const SMALLEST_SCRIPT = 4_000

describe('the files of the web UI', () => {
  const files = new Map<string, string>()
  const sizes = new Map<string, number>()

  beforeAll(async () => {
    for (const { path, content } of await bundleWeb()) {
      files.set(`/${path}`, content.toString())
      if (/\.(js|css)$/.test(path)) sizes.set(`/${path}`, brotliCompressSync(content).length)
    }
  }, BUILD_TIMEOUT)

  const sum = (paths: string[]) => paths.reduce((total, path) => total + (sizes.get(path) ?? 0), 0)
  const named = (extension: string) =>
    [...(files.get('/index.html') ?? '').matchAll(/(?:src|href)="([^"]+)"/g)].flatMap(([, path]) =>
      path?.endsWith(extension) ? [path] : [],
    )
  /** The files that a script imports before it runs. */
  const importsOf = (path: string) =>
    [...(files.get(path) ?? '').matchAll(/(?:from|import)"\.\/([\w.-]+)"/g)].map(
      ([, name]) => `/assets/${name}`,
    )

  test('the page begins with at most 120 kB of scripts and 12 kB of styles', () => {
    expect(named('.js')).toHaveLength(1)
    expect(named('.css')).toHaveLength(1)
    expect(named('.js').flatMap(importsOf)).toEqual([])
    expect(sum(named('.js'))).toBeWithin(1, FIRST_SCRIPTS)
    expect(sum(named('.css'))).toBeWithin(1, FIRST_STYLES)
  })

  test('a screen is first seen with few scripts, and none of what it opens or shows further down', () => {
    const neededBy = (path: string): string[] => [path, ...importsOf(path).flatMap(neededBy)]
    const nameOf = (path: string) => path.replace(/^.*\/([\w-]+)-\w+\.js$/, '$1')
    const scripts = [...sizes.keys()].filter((path) => path.endsWith('.js'))
    const firstOf = (screen: string) => {
      const needed = new Set(scripts.filter((path) => nameOf(path) === screen).flatMap(neededBy))
      return { scripts: [...needed].map(nameOf).sort(), size: sum([...needed]) }
    }
    for (const [screen, limit] of Object.entries(FIRST_SCREENS)) {
      const { scripts, size } = firstOf(screen)
      expect(scripts).toEqual(['common', 'index', screen].sort())
      expect(size).toBeWithin(1, limit)
    }
  })

  test('no script is so small that asking for it costs more than it', () => {
    const small = [...sizes].filter(
      ([path, size]) => path.endsWith('.js') && size < SMALLEST_SCRIPT,
    )
    expect(small).toEqual([])
  })

  test('no script needs another in a circle', () => {
    const below = (path: string, above: string[]): string[] =>
      above.includes(path)
        ? [[...above, path].join(' > ')]
        : importsOf(path).flatMap((next) => below(next, [...above, path]))
    const scripts = [...sizes.keys()].filter((path) => path.endsWith('.js'))
    expect(scripts.flatMap((path) => below(path, []))).toEqual([])
  })

  test('maps, charts and lists of choices are not in what every screen needs', () => {
    const common = [...sizes.keys()].filter((path) => /\/(index|common)-\w+\.js$/.test(path))
    expect(common).toHaveLength(2)
    const found = common.map((path) =>
      /leaflet-|uplot|@mantine\/core\/(Combobox|Select)\b/.exec(files.get(path) ?? ''),
    )
    expect(found).toEqual([null, null])
  })

  test('no screen needs a colour of Mantine that is left out', async () => {
    const left =
      /--mantine-color-(pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)-/
    const styles = [...files].filter(([path]) => path.endsWith('.css'))
    expect(styles.filter(([, text]) => left.test(text)).map(([path]) => path)).toEqual([])
  })
})
