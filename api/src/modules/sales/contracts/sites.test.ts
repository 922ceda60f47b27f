import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { contractBody, draft, makeWorld, PATH, type World } from './testing/world.ts';

/** Places of installation by codes: each reader has the address in their own language. */
let world: World;
withTestServer('2026-12-02T03:00:00Z', async (test) => {
  world = await makeWorld(test);
});

const place = {
  line1: '99/1',
  provinceId: 10,
  amphoeId: 1007,
  districtId: 100704,
  zipcode: '10330',
};
const site = (more: object) => ({
  installSite: {
    address: 'as the screen had it',
    contactName: 'คุณวิภา',
    contactPhone: '0812345678',
    ...more,
  },
});
const siteIn = async (id: string, locale: 'en' | 'th') =>
  expectData(await world.admin.get(`${PATH}/${id}`, { headers: { 'accept-language': locale } }))
    .installSite;

it('is written in the language of the reader, whatever the screen was in', async () => {
  const { id } = await draft(world, site({ place }));
  expect(await siteIn(id, 'th')).toMatchObject({
    address: expect.stringMatching(/^99\/1 แขวง\S+ เขตปทุมวัน กรุงเทพมหานคร 10330$/),
    place,
  });
  expect(await siteIn(id, 'en')).toMatchObject({
    address: expect.stringMatching(/^99\/1, .*Pathum Wan, Bangkok 10330$/),
    place,
  });
});

it('that was typed stays as it was typed', async () => {
  const { id } = await draft(world, site({ address: 'Soi 7, behind the temple' }));
  for (const locale of ['en', 'th'] as const) {
    expect(await siteIn(id, locale)).toMatchObject({
      address: 'Soi 7, behind the temple',
      place: null,
    });
  }
});

it('is refused where its codes do not belong together', async () => {
  const answer = await world.admin.post(
    PATH,
    contractBody(world, site({ place: { ...place, amphoeId: 1001 } })),
  );
  expect(answer.body.errors).toContainEqual(
    expect.objectContaining({ field: 'installSite.place.districtId', code: 'ADDRESS_CHAIN' }),
  );
});
