import { useQuery } from '@tanstack/react-query'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { memberNamesQuery } from '@/web/api/people'
import { sportsQuery } from '@/web/api/sports'
import { titledQuery } from '@/web/api/workout-list'
import { SETTINGS_TABS } from '@/web/components/settings-tabs'
import { type TextKey, t } from '@/web/i18n/text'
import { useRole } from '@/web/state/role'

/** Something that can be gone to. */
export interface PaletteEntry {
  id: string
  label: string
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
  { to: '/statistics', label: 'nav.statistics' },
  { to: '/training', label: 'training.title' },
  { to: '/map', label: 'nav.map' },
  { to: '/records', label: 'records.title' },
  { to: '/efforts', label: 'effort.title' },
  { to: '/routes', label: 'routes.title' },
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
  { to: '/about', label: 'about.title' },
  { to: '/privacy-policy', label: 'privacy.title' },
]

/** So many letters are needed before the server is asked. */
const LETTERS = 2
/** So many entries of a kind are shown. */
const MOST = 6

/** Letters without case and accents, as people type them in a hurry. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Whether every word that was typed is somewhere in a text. */
function fits(text: string, typed: string): boolean {
  const whole = plain(text)
  return plain(typed)
    .split(/\s+/)
    .every((word) => whole.includes(word))
}

/** What fits to what was typed, kind by kind; screens alone while nothing was. */
export function usePaletteGroups(typed: string, asked: string): PaletteGroup[] {
  const screens = useScreens(typed)
  const sports = useSports(typed)
  const workouts = useWorkouts(asked)
  const people = usePeople(asked)
  const groups = [screens, ...(typed === '' ? [] : [sports, workouts, people])]
  return groups.filter(({ entries }) => entries.length > 0)
}

function useScreens(typed: string): PaletteGroup {
  const navigate = useNavigate()
  const roles = { moderator: useRole('moderator'), admin: useRole('admin') }
  const entries = SCREENS.filter(({ role }) => role === undefined || roles[role])
    .map(({ to, label }) => ({ id: to, label: t(label), go: () => void navigate({ to }) }))
    .filter(({ label }) => fits(label, typed))
  return { id: 'screens', label: t('palette.screens'), entries }
}

function useSports(typed: string): PaletteGroup {
  const navigate = useNavigate()
  const { data = [] } = useQuery(sportsQuery)
  const entries = data
    .filter(({ label }) => fits(label, typed))
    .slice(0, MOST)
    .map(({ id, label }) => ({
      id: `sport-${id}`,
      label,
      go: () => void navigate({ to: '/workouts', search: { sport_id: String(id) } }),
    }))
  return { id: 'sports', label: t('palette.sports'), entries }
}

function useWorkouts(asked: string): PaletteGroup {
  const navigate = useNavigate()
  const { data = [] } = useQuery({
    ...titledQuery(asked, MOST),
    enabled: asked.length >= LETTERS,
  })
  const entries = data.map(({ id, title }) => ({
    id: `workout-${id}`,
    label: title || t('workout.untitled'),
    go: () => void navigate({ to: '/workouts/$workoutId', params: { workoutId: id } }),
  }))
  return { id: 'workouts', label: t('workouts.title'), entries }
}

function usePeople(asked: string): PaletteGroup {
  const navigate = useNavigate()
  const { data = [] } = useQuery({
    ...memberNamesQuery(asked),
    enabled: asked.length >= LETTERS,
  })
  const entries = data.slice(0, MOST).map((username) => ({
    id: `person-${username}`,
    label: username,
    go: () => void navigate({ to: '/users/$username', params: { username } }),
  }))
  return { id: 'people', label: t('people.title'), entries }
}
