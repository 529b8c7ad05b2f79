/** Writes the generated sources that a fresh checkout lacks, so that it type-checks and its tests run. */
import { writeLicenses } from './licenses'
import { ensureManifest } from './web-manifest'

ensureManifest()
writeLicenses()
