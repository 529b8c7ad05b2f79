import { type Static, Type } from '@sinclair/typebox'
import { ENERGY_METHODS, type EnergyEstimate } from '@/analysis/energy'
import { number, oneOf } from './scalars'

export const energy = Type.Object(
  {
    kilocalories: number('To ten of them.'),
    method: oneOf(
      ENERGY_METHODS,
      'Work on the pedals; heart rates, which only the owner is told; or what such an activity costs for the weight, the time in motion and the speed.',
    ),
  },
  {
    $id: 'EnergyEstimate',
    description:
      'An estimate where the device told no calories. Absent where it did, where there is nothing to make it of, and for those who may not see calories.',
  },
)

export const presentEnergy = ({ kilocalories, method }: EnergyEstimate): Static<typeof energy> => ({
  kilocalories: 10 * Math.round(kilocalories / 10),
  method,
})
