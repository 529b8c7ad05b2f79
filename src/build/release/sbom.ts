import { createHash } from 'node:crypto'
import type { Notice } from './licenses'
import type { NativePart } from './native-parts'

/** The executable that a bill of materials describes. */
interface Product {
  version: string
  /** The platform, as in the name of the executable, for example `linux-x64`. */
  target: string
  /** ISO 8601. */
  timestamp: string
  /** SHA-256 of the executable, in hexadecimal digits. */
  sha256: string
}

interface Contents {
  /** Packages whose code is in the executable. */
  packages: readonly Notice[]
  /** Hashes of the packages as the registry has them, by name and version (`name@1.2.3`). */
  integrity: ReadonlyMap<string, string>
  /** Files of native code, with the libraries that are linked into each. */
  natives: readonly NativePart[]
}

interface Component {
  type: 'library' | 'file' | 'platform'
  'bom-ref': string
  name: string
  version?: string
  purl?: string
  licenses?: object[]
  hashes?: { alg: 'SHA-256' | 'SHA-512'; content: string }[]
  components?: Component[]
}

/**
 * Creates the software bill of materials of an executable in CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/). It lists
 * every npm package with its licence and the hash of its archive, every native file with its hash, and the libraries linked
 * into that file, without hashes.
 */
export function bom(
  { version, target, timestamp, sha256 }: Product,
  { packages, integrity, natives }: Contents,
) {
  const libraries = packages.map((one) => library(one, integrity))
  const files = natives.map(nativeFile)
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(`${version} ${target} ${timestamp} ${sha256}`)}`,
    version: 1,
    metadata: {
      timestamp,
      component: {
        type: 'application',
        'bom-ref': 'milepost',
        name: `milepost-${target}`,
        version,
        licenses: [{ license: { id: 'MIT' } }],
        hashes: [{ alg: 'SHA-256', content: sha256 }],
      },
    },
    components: [...libraries, ...files],
    dependencies: [
      { ref: 'milepost', dependsOn: [...libraries, ...files].map((one) => one['bom-ref']) },
      ...libraries.map((one) => ({ ref: one['bom-ref'] })),
      ...files.flatMap(({ 'bom-ref': ref, components = [] }) => [
        { ref, dependsOn: components.map((one) => one['bom-ref']) },
        ...components.map((one) => ({ ref: one['bom-ref'] })),
      ]),
    ],
  }
}

function library(one: Notice, integrity: ReadonlyMap<string, string>): Component {
  const hash = integrity.get(`${one.name}@${one.version}`)
  return {
    type: 'library',
    'bom-ref': npmUrl(one),
    name: one.name,
    version: one.version,
    purl: npmUrl(one),
    licenses: [
      /^[\w.+-]+$/.test(one.license)
        ? { license: { id: one.license } }
        : /^see /.test(one.license)
          ? { license: { name: one.license } }
          : { expression: one.license },
    ],
    ...(hash && { hashes: [{ alg: 'SHA-512' as const, content: hash }] }),
  }
}

const nativeFile = ({ name, sha256, libraries }: NativePart): Component => ({
  type: 'file',
  'bom-ref': `file:${name}`,
  name,
  hashes: [{ alg: 'SHA-256', content: sha256 }],
  components: libraries.map(([library, version]) => ({
    type: 'library',
    'bom-ref': `${genericUrl(library, version)}#${name}`,
    name: library,
    version,
    purl: genericUrl(library, version),
  })),
})

const npmUrl = ({ name, version }: Pick<Notice, 'name' | 'version'>) =>
  `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`

const genericUrl = (name: string, version: string) =>
  `pkg:generic/${encodeURIComponent(name)}@${encodeURIComponent(version)}`

/** Derives a UUID from a text, so that builds are reproducible. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`]
  return [...parts, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}
