import { type Static, Type } from '@sinclair/typebox'
import { ENERGY_METHODS, type EnergyEstimate } from '@/domain/analysis/energy'
import { number, oneOf } from '@/server/responses/fields'

export const energy = Type.Object(
  {
    kilocalories: number('To ten of them.'),
    method: oneOf(
      ENERGY_METHODS,
      'Power on the pedals; heart rates, only for the owner; or the typical energy use of the activity for the weight, time in motion and speed.',
    ),
  },
  {
    $id: 'EnergyEstimate',
    description:
      'An estimate for recordings without calories from the device. Absent if the device recorded calories, if there is not enough data, or if the caller may not see calories.',
  },
)

export const presentEnergy = ({ kilocalories, method }: EnergyEstimate): Static<typeof energy> => ({
  kilocalories: 10 * Math.round(kilocalories / 10),
  method,
})
