import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { MemberFilters } from '@/web/api/accounts/members'
import type { ReportFilters } from '@/web/api/accounts/reports'
import { createScreenFactory, memberRoute, text } from './base'

const adminRoute = createRoute({
  getParentRoute: () => memberRoute,
  id: 'admin',
  component: lazyRouteComponent(() => import('@/web/screens/admin/AdminFrame'), 'AdminFrame'),
})

const administratorsRoute = createRoute({
  getParentRoute: () => adminRoute,
  id: 'administrators',
  component: lazyRouteComponent(
    () => import('@/web/screens/admin/AdminFrame'),
    'AdministratorsOnly',
  ),
})

const moderatorScreen = createScreenFactory(adminRoute)
const administratorScreen = createScreenFactory(administratorsRoute)

/** Routes for administrators and moderators. */
export const adminRoutes = adminRoute.addChildren([
  moderatorScreen('/admin', () => import('@/web/screens/admin/OverviewScreen'), 'OverviewScreen'),
  moderatorScreen(
    '/admin/reports',
    () => import('@/web/screens/reports/ReportsScreen'),
    'ReportsScreen',
    (search): ReportFilters => ({
      object_type: text(search.object_type),
      resolved: text(search.resolved),
      with_waiting_appeal: text(search.with_waiting_appeal),
      reporter: text(search.reporter),
      order_by: text(search.order_by),
      order: text(search.order),
    }),
  ),
  moderatorScreen(
    '/admin/reports/$reportId',
    () => import('@/web/screens/report/ReportScreen'),
    'ReportScreen',
  ),
  administratorsRoute.addChildren([
    administratorScreen(
      '/admin/users',
      () => import('@/web/screens/admin-users/MembersScreen'),
      'MembersScreen',
      (search): MemberFilters => ({
        q: text(search.q),
        role: text(search.role),
        state: text(search.state),
        order_by: text(search.order_by),
        order: text(search.order),
      }),
    ),
    administratorScreen(
      '/admin/configuration',
      () => import('@/web/screens/admin-config/ConfigScreen'),
      'ConfigScreen',
    ),
    administratorScreen(
      '/admin/sports',
      () => import('@/web/screens/admin/OfferScreens'),
      'SportsAdminScreen',
    ),
    administratorScreen(
      '/admin/equipment-types',
      () => import('@/web/screens/admin/OfferScreens'),
      'TypesAdminScreen',
    ),
    administratorScreen(
      '/admin/queued-tasks',
      () => import('@/web/screens/admin/QueueScreen'),
      'QueueScreen',
    ),
  ]),
])
