import { internal } from '@/lib/errors'
import { OutgoingError } from '@/lib/network/outgoing'
import type { AppContext } from '@/services/context'

interface Search {
  city?: string | undefined
  language?: string | undefined
}

interface Lookup {
  osm_id?: string | undefined
  language?: string | undefined
}

/** Finds places by name; none for an empty name. @throws 500 when the geocoding server fails. */
export const searchPlaces = (ctx: AppContext, { city = '', language }: Search) =>
  orFailure(
    ctx,
    ctx.geocoder.search(city, language),
    'error when getting coordinates from location',
  )

/** Finds the place with an OSM id. @throws 500 when the geocoding server fails. */
export const lookUpPlace = (ctx: AppContext, { osm_id = '', language }: Lookup) =>
  orFailure(ctx, ctx.geocoder.lookup(osm_id, language), 'error when getting location from OSM id')

async function orFailure<Result>(
  { log }: AppContext,
  found: Promise<Result>,
  message: string,
): Promise<Result> {
  try {
    return await found
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    log.warn({ reason: error.message }, 'geocoding failed')
    throw internal(message)
  }
}
