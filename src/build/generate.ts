/** Writes the generated sources that a fresh checkout lacks, so that it type-checks and its tests run. */
import { writeLicenses } from './release/licenses'
import { ensureManifest } from './web/web-manifest'

ensureManifest()
writeLicenses()
