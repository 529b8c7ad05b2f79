import { createHash } from 'node:crypto'
import type { Notice } from './licenses'

/** What a bill of materials is about. */
interface Product {
  version: string
  /** ISO 8601. */
  timestamp: string
}

/**
 * A software bill of materials in CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/): every package whose code is in
 * the executable, with its licence and package URL.
 */
export const bom = ({ version, timestamp }: Product, packages: readonly Notice[]) => ({
  $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  serialNumber: `urn:uuid:${uuidOf(`${version} ${timestamp}`)}`,
  version: 1,
  metadata: {
    timestamp,
    component: {
      type: 'application',
      'bom-ref': 'milepost',
      name: 'milepost',
      version,
      licenses: [{ license: { id: 'MIT' } }],
    },
  },
  components: packages.map(component),
  dependencies: [
    { ref: 'milepost', dependsOn: packages.map((one) => purl(one)) },
    ...packages.map((one) => ({ ref: purl(one) })),
  ],
})

const component = (one: Notice) => ({
  type: 'library',
  'bom-ref': purl(one),
  name: one.name,
  version: one.version,
  purl: purl(one),
  licenses: [
    /^[\w.+-]+$/.test(one.license)
      ? { license: { id: one.license } }
      : /^see /.test(one.license)
        ? { license: { name: one.license } }
        : { expression: one.license },
  ],
})

const purl = ({ name, version }: Notice) =>
  `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`

/** A UUID that depends on a text alone. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`]
  return [...parts, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}
