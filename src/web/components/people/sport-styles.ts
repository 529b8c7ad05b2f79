import {
  IconBallTennis,
  IconBike,
  IconIceSkating,
  IconKayak,
  IconMountain,
  IconParachute,
  IconRipple,
  IconRollerSkating,
  IconRoute,
  IconRun,
  IconRunSprint,
  IconSailboat,
  IconSkiJumping,
  IconSnowflake,
  IconSwimming,
  IconTrekking,
  IconWalk,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { baseSportId } from '@/domain/reference/base-sport'

type Icon = ComponentType<{ size?: number; stroke?: number }>

/** Icon and colour of a sport; white has a contrast of at least 3:1 on the colour. */
export type SportStyle = { Icon: Icon; color: string }

const UNKNOWN: SportStyle = { Icon: IconRoute, color: '#5f7168' }

/** By sport id; the ids are fixed by the API. */
const STYLES: Readonly<Record<number, SportStyle>> = {
  1: { Icon: IconBike, color: '#1d63b8' },
  2: { Icon: IconBike, color: '#51709a' },
  3: { Icon: IconTrekking, color: '#2f7d4f' },
  4: { Icon: IconBike, color: '#85582f' },
  5: { Icon: IconRun, color: '#c8431a' },
  6: { Icon: IconWalk, color: '#5a8226' },
  7: { Icon: IconBike, color: '#8f6b14' },
  8: { Icon: IconRunSprint, color: '#a8501c' },
  9: { Icon: IconSkiJumping, color: '#2b7fc2' },
  10: { Icon: IconSkiJumping, color: '#4067b0' },
  11: { Icon: IconKayak, color: '#0f6f86' },
  12: { Icon: IconSnowflake, color: '#4f7fa3' },
  13: { Icon: IconBike, color: '#5a54c4' },
  14: { Icon: IconMountain, color: '#6b5b4d' },
  15: { Icon: IconParachute, color: '#7a4fc0' },
  16: { Icon: IconSwimming, color: '#0b7fa8' },
  17: { Icon: IconBike, color: '#24798f' },
  18: { Icon: IconSwimming, color: '#b0417a' },
  19: { Icon: IconKayak, color: '#15808a' },
  20: { Icon: IconKayak, color: '#1f7a6c' },
  21: { Icon: IconBike, color: '#0f7f6c' },
  22: { Icon: IconSailboat, color: '#3577c4' },
  23: { Icon: IconRipple, color: '#24827d' },
  24: { Icon: IconBallTennis, color: '#857512' },
  25: { Icon: IconBallTennis, color: '#6d7f14' },
  26: { Icon: IconKayak, color: '#0d6b74' },
  27: { Icon: IconKayak, color: '#0e6780' },
  28: { Icon: IconIceSkating, color: '#3c8299' },
  29: { Icon: IconRollerSkating, color: '#a83f8c' },
}

/** Returns the icon and colour of a sport; a colour chosen by the account takes precedence. */
export function getSportStyle(sportId: number, ownColor: string | null | undefined): SportStyle {
  const style = STYLES[baseSportId(sportId)] ?? UNKNOWN
  return ownColor ? { ...style, color: ownColor } : style
}
