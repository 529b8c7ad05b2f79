import type { UseFormReturnType } from '@mantine/form'
import type { Profile } from '@/web/api/accounts/profile'

/** Supported date formats. */
export const DATE_FORMATS = ['date_string', 'yyyy-MM-dd', 'dd/MM/yyyy', 'MM/dd/yyyy'] as const

/** The form values for the preferences of an account. */
export const toPreferenceFields = (profile: Profile) => ({
  analysis_visibility: profile.analysis_visibility,
  calories_visibility: profile.calories_visibility,
  date_format: DATE_FORMATS.find((format) => format === profile.date_format) ?? 'date_string',
  display_ascent: profile.display_ascent,
  hide_profile_in_users_directory: profile.hide_profile_in_users_directory,
  hr_visibility: profile.hr_visibility,
  imperial_units: profile.imperial_units,
  language: profile.language,
  manually_approves_followers: profile.manually_approves_followers,
  map_visibility: profile.map_visibility,
  media_visibility: profile.media_visibility,
  measurements: profile.measurements,
  missing_elevations_processing: profile.missing_elevations_processing,
  place_titles: profile.place_titles,
  segments_creation_event: profile.segments_creation_event,
  split_workout_charts: profile.split_workout_charts,
  timezone: profile.timezone,
  use_dark_mode: profile.use_dark_mode,
  use_raw_gpx_speed: profile.use_raw_gpx_speed,
  weekm: profile.weekm,
  workouts_visibility: profile.workouts_visibility,
})

type PreferenceFields = ReturnType<typeof toPreferenceFields>

/** The stored values; keeps the shown value of fields that were edited after the form was sent. */
export const unlessChanged = (
  shown: PreferenceFields,
  sent: PreferenceFields,
  saved: PreferenceFields,
): PreferenceFields => {
  const isChanged = (name: string) =>
    shown[name as keyof PreferenceFields] !== sent[name as keyof PreferenceFields]
  const changed = Object.entries(shown).filter(([name]) => isChanged(name))
  return { ...saved, ...Object.fromEntries(changed) }
}

/** The preferences form that is passed to its parts. */
export type PreferenceForm = UseFormReturnType<PreferenceFields>
