import type { Role } from '@/policy/caller'
import type { Place } from './terrain'

/** A user of the demo. */
export interface DemoPerson {
  name: string
  role: Role
  home: Place
  profile: {
    first_name: string
    last_name: string
    location: string
    bio: string
    birth_date: string
  }
  preferences: Record<string, unknown>
}

const OPEN = {
  workouts_visibility: 'public',
  map_visibility: 'public',
  analysis_visibility: 'public',
}
const AMONG_FRIENDS = {
  workouts_visibility: 'followers_only',
  map_visibility: 'followers_only',
  analysis_visibility: 'followers_only',
}
const VISIBLE = { hide_profile_in_users_directory: false, manually_approves_followers: false }

/** The users of the demo. The first one is the owner and has the most workouts. */
export const PEOPLE: readonly DemoPerson[] = [
  {
    name: 'alex',
    role: 'owner',
    home: { latitude: 47.996, longitude: 7.843 },
    profile: {
      first_name: 'Alex',
      last_name: 'Winter',
      location: 'Freiburg',
      bio: 'Up the hill for the coffee on the other side.',
      birth_date: '1988-04-17',
    },
    preferences: { ...VISIBLE, ...AMONG_FRIENDS, hr_visibility: 'followers_only' },
  },
  {
    name: 'mia',
    role: 'user',
    home: { latitude: 47.984, longitude: 7.892 },
    profile: {
      first_name: 'Mia',
      last_name: 'Keller',
      location: 'Kirchzarten',
      bio: 'Trails before breakfast.',
      birth_date: '1991-09-02',
    },
    preferences: { ...VISIBLE, ...OPEN },
  },
  {
    name: 'jonas',
    role: 'user',
    home: { latitude: 48.021, longitude: 7.821 },
    profile: {
      first_name: 'Jonas',
      last_name: '',
      location: 'Emmendingen',
      bio: 'Slow, but far.',
      birth_date: '1979-01-23',
    },
    preferences: { ...VISIBLE, ...OPEN, manually_approves_followers: true },
  },
  {
    name: 'priya',
    role: 'moderator',
    home: { latitude: 47.951, longitude: 7.956 },
    profile: {
      first_name: 'Priya',
      last_name: 'Raman',
      location: 'Hinterzarten',
      bio: 'Skis in winter, boots in summer. Moderates here.',
      birth_date: '1994-12-11',
    },
    preferences: { ...VISIBLE, ...OPEN },
  },
  {
    name: 'tom',
    role: 'user',
    home: { latitude: 48.04, longitude: 7.87 },
    profile: { first_name: 'Tom', last_name: '', location: '', bio: '', birth_date: '1985-06-30' },
    preferences: { ...VISIBLE, ...OPEN },
  },
]

/** Follow relationships that exist from the beginning. */
export const FOLLOWS: readonly (readonly [follower: string, followed: string])[] = [
  ['alex', 'mia'],
  ['alex', 'priya'],
  ['mia', 'alex'],
  ['jonas', 'alex'],
  ['jonas', 'mia'],
  ['priya', 'alex'],
  ['priya', 'mia'],
  ['tom', 'alex'],
]
