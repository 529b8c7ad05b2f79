/**
 * Makes a release in `dist/release`: an executable for each platform, Debian packages, checksums, notices, a bill of
 * materials and a changelog.
 *
 *     bun run release [--target linux-arm64]…
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWeb } from './build-web'
import { changelog, commitsSinceTag } from './changelog'
import { compile } from './compile'
import { ARCHITECTURES, writeDebianPackage } from './debian'
import { collectNotices, writeLicenses } from './licenses'
import { buildVersion, inProject } from './project'
import { bom } from './sbom'
import { prepareTarget, targetNames } from './targets'

const folder = inProject('dist', 'release')
const { values } = parseArgs({ options: { target: { type: 'string', multiple: true } } })
const version = buildVersion()
const now = new Date().toISOString()

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
await buildWeb()
writeLicenses()
const made: string[] = []
for (const target of values.target ?? targetNames()) {
  const program = `milepost-${target}`
  const { megabytes, seconds } = await compile(
    prepareTarget(target),
    version,
    join(folder, program),
  )
  console.log(`${program}: ${megabytes} MB in ${seconds} s`)
  made.push(program)
  const architecture = ARCHITECTURES[target]
  if (architecture === undefined || Bun.which('dpkg-deb') === null) continue
  const name = `milepost_${version.replace(/\+.*/, '')}_${architecture}.deb`
  await writeDebianPackage({
    program: join(folder, program),
    version,
    architecture,
    outfile: join(folder, name),
  })
  made.push(name)
}
const notices = collectNotices()
write('milepost.cdx.json', JSON.stringify(bom({ version, timestamp: now }, notices), null, 2))
write('CHANGELOG.md', changelog(version, now.slice(0, 10), commitsSinceTag()))
write(
  'THIRD-PARTY-NOTICES.txt',
  notices
    .map(({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}\n`)
    .join(`\n${'-'.repeat(72)}\n`),
)
write(
  'SHA256SUMS',
  made.map((name) => `${sha256(readFileSync(join(folder, name)))}  ${name}\n`).join(''),
)
console.log(`${version}: ${made.length} files in ${folder}`)

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text)
  if (name !== 'SHA256SUMS') made.push(name)
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
