import type { QueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/web/api/client/client'
import type { PrivacySettings, PrivacyZone } from './privacy'

const { privacy } = api

/** A zone as its owner draws it. */
export type ZoneInput = Pick<PrivacyZone, 'name' | 'positions' | 'radius' | 'hides_passages'>

const of = (id: string) => privacy.zones({ zone_id: id })

/** Creates a zone, or changes the one with this id. */
export async function saveZone(id: string | undefined, zone: ZoneInput): Promise<void> {
  if (id === undefined) await unwrap(privacy.zones.post(zone))
  else await unwrap(of(id).patch(zone))
}

/** Changes whether a zone also hides the parts of workouts that only pass through it. */
export async function setHidesPassages(id: string, isHiding: boolean): Promise<void> {
  await unwrap(of(id).patch({ hides_passages: isHiding }))
}

export async function deleteZone(id: string): Promise<void> {
  await unwrap(of(id).delete())
}

/** Changes what is hidden of all recordings. */
export async function savePrivacySettings(settings: PrivacySettings): Promise<void> {
  await unwrap(privacy.patch(settings))
}

/** Marks everything as stale: each change gives all map images of the account new URLs. */
export const refreshPrivacy = (client: QueryClient): Promise<void> => client.invalidateQueries()
