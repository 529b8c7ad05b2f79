/** Generates the icons, web manifest and service worker that make the web UI an installable app. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { inProject } from '@/build/project'

const MARK = inProject('src', 'web', 'assets', 'milepost.svg')
/** The background of the light colour scheme, as in `tokens.css`. */
const GROUND = '#f2f5f3'
/** Size of the logo in a maskable icon. It fits into the central circle of 80 % that no mask cuts off. */
const SAFE_SHARE = 0.58

/** A square icon. Maskable and Apple icons have an opaque background, because systems crop them or lack transparency. */
interface Icon {
  size: number
  purpose: 'any' | 'maskable' | 'apple'
}

const ICONS: readonly Icon[] = [
  { size: 192, purpose: 'any' },
  { size: 512, purpose: 'any' },
  { size: 192, purpose: 'maskable' },
  { size: 512, purpose: 'maskable' },
  { size: 180, purpose: 'apple' },
]

async function drawIcon({ size, purpose }: Icon): Promise<Buffer> {
  const isWhole = purpose === 'any'
  const inner = isWhole ? size : Math.round(size * SAFE_SHARE)
  const mark = await sharp(MARK, { density: 1200 }).resize(inner, inner).png().toBuffer()
  const ground = isWhole ? '#00000000' : GROUND
  return sharp({ create: { width: size, height: size, channels: 4, background: ground } })
    .composite([{ input: mark, gravity: 'centre' }])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

/** Writes an icon to a file name with a content hash. Returns its URL path. */
async function writeIcon(outdir: string, icon: Icon): Promise<string> {
  const png = await drawIcon(icon)
  const name = `assets/icon-${icon.purpose}-${icon.size}-${hashOf(png)}.png`
  writeFileSync(join(outdir, name), png)
  return `/${name}`
}

const hashOf = (content: Buffer | string) => Bun.hash(content).toString(36).slice(0, 8)

/** Extensions and media types of recordings and photos that can be shared with the app. Phones have no type for FIT. */
const SHARED = [
  ...['.gpx', '.fit', '.tcx', '.kml', '.kmz', '.zip'],
  ...['application/gpx+xml', 'application/vnd.ant.fit', 'application/vnd.garmin.tcx+xml'],
  ...['application/vnd.google-earth.kml+xml', 'application/vnd.google-earth.kmz'],
  ...['application/zip', 'application/x-zip-compressed', 'application/octet-stream'],
  ...['application/xml', 'text/xml', 'image/*'],
]

/** The web manifest. Its URLs are relative so that they work with any base path. */
const manifestOf = (icons: readonly { src: string; size: number; purpose: string }[]) => ({
  id: './',
  name: 'Milepost',
  short_name: 'Milepost',
  description: 'Your workouts on your own machine',
  start_url: './',
  scope: './',
  display: 'standalone',
  background_color: GROUND,
  theme_color: GROUND,
  categories: ['fitness', 'sports', 'health'],
  icons: icons.map(({ src, size, purpose }) => ({
    ...{ src, sizes: `${size}x${size}`, type: 'image/png', purpose },
  })),
  share_target: {
    action: 'share',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { title: 'title', text: 'text', files: [{ name: 'files', accept: SHARED }] },
  },
})

/** Texts are cached on first use, because a user needs one of the eight languages. */
const isLanguage = (name: string) => name.startsWith('web-')
/** Files that the service worker precaches. Fonts, icons and texts are cached on first use instead. */
const isPrecached = (name: string) => /\.(js|css|svg)$/.test(name) && !isLanguage(name)

/** Bundles the service worker with its version and the list of files that the app needs to start offline. */
async function writeServiceWorker(
  outdir: string,
  { version, icon }: { version: string; icon: string },
): Promise<void> {
  const names = readdirSync(join(outdir, 'assets')).sort()
  const files = names.filter(isPrecached).map((name) => `/assets/${name}`)
  const { outputs } = await Bun.build({
    entrypoints: [inProject('src', 'web', 'offline', 'service-worker.ts')],
    target: 'browser',
    format: 'iife',
    minify: true,
    define: {
      BUILD_FILES: JSON.stringify(files),
      BUILD_VERSION: JSON.stringify(version),
      BUILD_ICON: JSON.stringify(icon),
    },
  })
  writeFileSync(join(outdir, 'sw.js'), (await outputs[0]?.text()) ?? '')
}

/** Adds icons, manifest and service worker to a bundled web UI, and refers to them in its page. */
export async function addAppShell(outdir: string): Promise<void> {
  const made = await Promise.all(
    ICONS.map(async (icon) => ({ ...icon, src: await writeIcon(outdir, icon) })),
  )
  const forManifest = made.filter(({ purpose }) => purpose !== 'apple')
  const apple = made.find(({ purpose }) => purpose === 'apple')
  writeFileSync(join(outdir, 'manifest.webmanifest'), JSON.stringify(manifestOf(forManifest)))
  const path = join(outdir, 'index.html')
  const bundled = readFileSync(path, 'utf8')
  const version = hashOf([bundled, ...readdirSync(join(outdir, 'assets')).sort()].join('\n'))
  const tags = [
    `<meta name="build" content="${version}" />`,
    '<link rel="manifest" href="/manifest.webmanifest" />',
    `<link rel="apple-touch-icon" href="${apple?.src ?? ''}" />`,
  ].join('\n')
  writeFileSync(path, bundled.replace('</head>', `${tags}\n</head>`))
  const icon = forManifest[0]?.src ?? ''
  await writeServiceWorker(outdir, { version, icon })
}
