import type { AppContext } from '@/context'
import { getAppConfig } from '@/db/queries/app-config'
import { countUsers } from '@/db/queries/users'
import { registrationIsOpen } from '@/policy/registration'

/** The settings of this instance, as anybody may read them. */
export async function readInstance(ctx: AppContext) {
  const settings = await getAppConfig(ctx.db)
  const users = await countUsers(ctx.db)
  return { settings, config: ctx.config, registrationOpen: registrationIsOpen(settings, users) }
}
