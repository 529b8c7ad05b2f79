/**
 * Builds a release in `dist/release`: an executable and bill of materials for each platform, Debian packages, notices, a
 * changelog, provenance, checksums, and a signature if a key is given.
 *
 *     bun run release [--target linux-arm64]… [--signing-key FILE]
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compile } from '@/build/compile'
import { writeHandbook } from '@/build/handbook/handbook-files'
import { buildEpoch, buildVersion, inProject } from '@/build/project'
import { prepareTarget, targetNames } from '@/build/targets'
import { buildWeb } from '@/build/web/build-web'
import { changelog, commitsSinceTag, readReleaseNotes, requireTagOf } from './changelog'
import { ARCHITECTURES, writeDebianPackage } from './debian'
import { collectNotices, type Notice, writeLicenses } from './licenses'
import { lockedHashes, nativeParts, noticesFor, sha256 } from './native-parts'
import { provenance } from './provenance'
import { bom } from './sbom'
import { requirePublishedKey, signChecksums } from './signature'

const folder = inProject('dist', 'release')
const version = buildVersion()
const epoch = buildEpoch()
const timestamp = new Date(epoch * 1000).toISOString()
/** The version without the commit. */
const number = version.replace(/\+.*/, '')
const artifacts: string[] = []

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { target: { type: 'string', multiple: true }, 'signing-key': { type: 'string' } },
  })
  const key = values['signing-key']
  if (key !== undefined) requirePublishedKey(key)
  requireTagOf(number, process.env)
  const release = { version: number, ...readReleaseNotes(number) }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await buildWeb()
  writeHandbook()
  writeLicenses()
  const notices = collectNotices()
  for (const target of values.target ?? targetNames()) await compileExecutable(target, notices)
  write('CHANGELOG.md', changelog(release, commitsSinceTag()))
  write(
    'THIRD-PARTY-NOTICES.txt',
    notices
      .map((one) => `${one.name} ${one.version} (${one.license})\n\n${one.text}\n`)
      .join(`\n${'-'.repeat(72)}\n`),
  )
  const subjects = artifacts.map((name) => ({ name, sha256: hashFile(name) }))
  write('provenance.json', `${JSON.stringify(provenance(process.env, subjects), null, 2)}\n`)
  writeFileSync(
    join(folder, 'SHA256SUMS'),
    artifacts.map((name) => `${hashFile(name)}  ${name}\n`).join(''),
  )
  if (key !== undefined) signChecksums(join(folder, 'SHA256SUMS'), key)
  console.log(
    `${version}: ${artifacts.length} files in ${folder}${key ? ', signed' : ', not signed'}`,
  )
}

/** Builds the executable and bill of materials for a platform, and a Debian package if `dpkg-deb` is installed. */
async function compileExecutable(target: string, notices: readonly Notice[]): Promise<void> {
  const program = `milepost-${target}`
  const prepared = prepareTarget(target)
  const { megabytes, seconds } = await compile(prepared, version, join(folder, program))
  console.log(`${program}: ${megabytes} MB in ${seconds} s`)
  artifacts.push(program)
  const product = { version, target, timestamp, sha256: hashFile(program) }
  const contents = {
    packages: noticesFor(prepared, notices),
    integrity: lockedHashes(),
    natives: nativeParts(prepared),
  }
  write(`${program}.cdx.json`, `${JSON.stringify(bom(product, contents), null, 2)}\n`)
  const architecture = ARCHITECTURES[target]
  if (architecture === undefined || Bun.which('dpkg-deb') === null) return
  const name = `milepost_${number}_${architecture}.deb`
  const outfile = join(folder, name)
  await writeDebianPackage({
    program: join(folder, program),
    ...{ version, architecture, outfile, epoch },
  })
  artifacts.push(name)
}

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text)
  artifacts.push(name)
}

const hashFile = (name: string) => sha256(readFileSync(join(folder, name)))

await main()
