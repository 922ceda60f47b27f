import { MasterPage } from '@boxyard/shared/kit';
import { Announcement } from './Announcement.tsx';
import { TeamPlace } from './TeamPlace.tsx';
import { UserActions } from './UserActions.tsx';
import { UsersImport } from './UsersImport.tsx';
import { users } from './users.resource.ts';

export function Page() {
  return (
    <MasterPage
      resource={users}
      actions={
        <>
          <Announcement />
          <UsersImport />
        </>
      }
      initialValues={{ companyIds: [], warehouseIds: [], zoneIds: [] }}
      toForm={(user) => ({
        email: user.email,
        firstName: user.firstName,
        lastName: user.lastName,
        phone: user.phone,
        roleId: user.role?.id ?? null,
        companyIds: user.companies.map(({ id }) => id),
        warehouseIds: user.warehouses.map(({ id }) => id),
        zoneIds: user.zones.map(({ id }) => id),
      })}
      drawerBanner={(user) => <TeamPlace user={user} />}
      drawerActions={(user, close) => <UserActions user={user} close={close} />}
    />
  );
}
