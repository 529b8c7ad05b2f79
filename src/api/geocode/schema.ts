import { t } from 'elysia'

const text = t.Optional(t.String())

export const searchQuery = t.Object({
  /** Name of a place. */
  city: text,
  /** Code of the language names are wanted in; English by default. */
  language: text,
})

export const lookupQuery = t.Object({
  /** First letter of the kind of object in OpenStreetMap and its number, for example `r7444`. */
  osm_id: text,
  language: text,
})
