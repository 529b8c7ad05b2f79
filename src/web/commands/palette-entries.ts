import { useQuery } from '@tanstack/react-query'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { hasDistance } from '@/domain/reference/sport-distance'
import type { Thumbnail } from '@/domain/reference/thumbnail'
import { memberNamesQuery } from '@/web/api/accounts/people'
import { sportsQuery } from '@/web/api/accounts/sports'
import { workoutsByTitleQuery } from '@/web/api/workouts/workout-list'
import type { ListedWorkout } from '@/web/api/workouts/workouts'
import { SUMMARY_SCREENS } from '@/web/components/numbers/summary-screens'
import { SETTINGS_TABS } from '@/web/components/page/settings-tabs'
import { formatDate, formatWeekday } from '@/web/format/dates'
import { formatDuration, formatQuantity } from '@/web/format/quantity'
import { formatSportDistance } from '@/web/format/sport-distance'
import { nameWorkout } from '@/web/format/workout-title'
import { type TextKey, t } from '@/web/i18n/text'
import { type Preferences, usePreferences } from '@/web/state/preferences'
import { useRole } from '@/web/state/role'

/** An entry of the palette; `go` navigates to it. */
export interface PaletteEntry {
  id: string
  label: string
  /** What distinguishes it from entries with the same label. */
  detail?: string
  /** The sport of a workout, or a sport. */
  sportId?: number
  thumbnail?: Thumbnail | undefined
  go: () => void
}

/** Entries of one kind. */
export interface PaletteGroup {
  id: string
  label: string
  entries: readonly PaletteEntry[]
}

type Screen = { to: NonNullable<LinkProps['to']>; label: TextKey; role?: 'moderator' | 'admin' }

const SCREENS: readonly Screen[] = [
  { to: '/', label: 'nav.dashboard' },
  { to: '/workouts', label: 'nav.workouts' },
  { to: '/workouts/add', label: 'add.title' },
  ...SUMMARY_SCREENS,
  { to: '/map', label: 'nav.map' },
  { to: '/efforts/curves', label: 'efforts.curves' },
  { to: '/notifications', label: 'notifications.title' },
  { to: '/users', label: 'people.title' },
  { to: '/workouts/tasks', label: 'tasks.title' },
  { to: '/move-in', label: 'moveIn.title' },
  { to: '/workouts/duplicates', label: 'duplicates.title' },
  ...SETTINGS_TABS,
  { to: '/admin', label: 'admin.title', role: 'moderator' },
  { to: '/admin/reports', label: 'admin.reports', role: 'moderator' },
  { to: '/admin/users', label: 'admin.users', role: 'admin' },
  { to: '/admin/configuration', label: 'admin.configuration', role: 'admin' },
  { to: '/handbook', label: 'handbook.title' },
  { to: '/about', label: 'about.title' },
  { to: '/privacy-policy', label: 'privacy.title' },
]

/** Minimum number of letters before the server is searched. */
const MIN_CHARACTERS = 2
/** Maximum number of entries of each kind. */
const LIMIT = 6

/** Removes accents and converts to lower case, because people type neither when searching. */
const normalize = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Whether `text` contains every word of `typed`. */
function matches(text: string, typed: string): boolean {
  const whole = normalize(text)
  return normalize(typed)
    .split(/\s+/)
    .every((word) => whole.includes(word))
}

/**
 * Returns the entries that match, grouped by kind. Only screens are listed before anything is typed. `asked` is the
 * debounced text, used for searches on the server.
 */
export function usePaletteGroups(typed: string, searched: string): PaletteGroup[] {
  const screens = useScreens(typed)
  const sports = useSports(typed)
  const workouts = useWorkouts(searched)
  const people = usePeople(searched)
  const groups = [screens, ...(typed === '' ? [] : [sports, workouts, people])]
  return groups.filter(({ entries }) => entries.length > 0)
}

function useScreens(typed: string): PaletteGroup {
  const navigate = useNavigate()
  const roles = { moderator: useRole('moderator'), admin: useRole('admin') }
  const entries = SCREENS.filter(({ role }) => role === undefined || roles[role])
    .map(({ to, label }) => ({ id: to, label: t(label), go: () => void navigate({ to }) }))
    .filter(({ label }) => matches(label, typed))
  return { id: 'screens', label: t('palette.screens'), entries }
}

function useSports(typed: string): PaletteGroup {
  const navigate = useNavigate()
  const { data = [] } = useQuery(sportsQuery)
  const entries = data
    .filter(({ label }) => matches(label, typed))
    .slice(0, LIMIT)
    .map(({ id, label }) => ({
      id: `sport-${id}`,
      label,
      sportId: id,
      go: () => void navigate({ to: '/workouts', search: { sport_id: String(id) } }),
    }))
  return { id: 'sports', label: t('palette.sports'), entries }
}

function useWorkouts(asked: string): PaletteGroup {
  const navigate = useNavigate()
  const preferences = usePreferences()
  const { data: sports = [] } = useQuery(sportsQuery)
  const sportOf = new Map(sports.map((sport) => [sport.id, sport]))
  const { data = [] } = useQuery({
    ...workoutsByTitleQuery(asked, LIMIT),
    enabled: asked.length >= MIN_CHARACTERS,
  })
  const entries = data.map(({ id, title, thumbnail, ...workout }) => ({
    id: `workout-${id}`,
    label: nameWorkout(title, sportOf.get(workout.sport_id)),
    detail: describeWorkout(workout, preferences),
    sportId: workout.sport_id,
    thumbnail,
    go: () => void navigate({ to: '/workouts/$workoutId', params: { workoutId: id } }),
  }))
  return { id: 'workouts', label: t('workouts.title'), entries }
}

/** Weekday, date, and distance or duration. */
function describeWorkout(
  workout: Pick<
    ListedWorkout,
    'workout_date' | 'sport_id' | 'distance' | 'duration' | 'moving' | 'ave_speed'
  >,
  preferences: Preferences,
): string {
  const date = new Date(workout.workout_date)
  const size = hasDistance(workout)
    ? formatSportDistance(workout.distance, workout.sport_id, preferences)
    : formatDuration(workout.moving ?? workout.duration)
  return `${formatWeekday(date, preferences)} ${formatDate(date, preferences)} · ${formatQuantity(size)}`
}

function usePeople(asked: string): PaletteGroup {
  const navigate = useNavigate()
  const { data = [] } = useQuery({
    ...memberNamesQuery(asked),
    enabled: asked.length >= MIN_CHARACTERS,
  })
  const entries = data.slice(0, LIMIT).map((username) => ({
    id: `person-${username}`,
    label: username,
    go: () => void navigate({ to: '/users/$username', params: { username } }),
  }))
  return { id: 'people', label: t('people.title'), entries }
}
