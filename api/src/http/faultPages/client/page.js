// The page works without this file, but for photographs: those of a telephone are too large to send as
// they are. Here they are made smaller, what is typed is kept until it is sent, and faults of the two
// rules are shown before photographs would be lost by sending.
(() => {
  const MOST_PIXELS = 1600;
  const QUALITY = 0.8;
  const MOST_PHOTOS = 3;
  const DRAFT = 'fault:';
  const KEPT_FIELDS = ['symptomCodeId', 'symptom', 'phone', 'name'];
  const form = document.querySelector('form');

  const forgetDrafts = () => {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(DRAFT)) sessionStorage.removeItem(key);
    }
  };
  // Private windows of some browsers keep nothing.
  const keeping = (work) => {
    try {
      work();
    } catch {}
  };
  if (!form) {
    if (document.body.dataset.page === 'progress') keeping(forgetDrafts);
    return;
  }

  const { elements, dataset } = form;
  const draftKey = DRAFT + location.pathname;
  keeping(() => {
    const draft = JSON.parse(sessionStorage.getItem(draftKey) ?? '{}');
    for (const name of KEPT_FIELDS) {
      if (elements[name].value === '' && draft[name]) elements[name].value = draft[name];
    }
  });
  const keepDraft = () =>
    keeping(() =>
      sessionStorage.setItem(
        draftKey,
        JSON.stringify(Object.fromEntries(KEPT_FIELDS.map((name) => [name, elements[name].value]))),
      ),
    );
  form.addEventListener('input', keepDraft);
  form.addEventListener('change', keepDraft);

  const say = (name, message) => {
    const place = document.getElementById(`${name}-error`);
    place.textContent = message;
    if (message) elements[name].setAttribute('aria-invalid', 'true');
    else elements[name].removeAttribute('aria-invalid');
  };

  const shrunk = async (file) => {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, MOST_PIXELS / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const drawing = canvas.getContext('2d');
    // A transparent picture would be black as a JPEG.
    drawing.fillStyle = '#fff';
    drawing.fillRect(0, 0, canvas.width, canvas.height);
    drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const blob = await new Promise((done) => canvas.toBlob(done, 'image/jpeg', QUALITY));
    return new File([blob], 'photo.jpg', { type: 'image/jpeg' });
  };

  const photos = elements.photos;
  const thumbs = document.getElementById('thumbs');
  const button = form.querySelector('button');
  document.getElementById('photos-field').hidden = false;
  photos.disabled = false;

  const takePhotos = async () => {
    const chosen = [...photos.files];
    const kept = new DataTransfer();
    let message = chosen.length > MOST_PHOTOS ? dataset.photosMany : '';
    button.disabled = true;
    for (const file of chosen.slice(0, MOST_PHOTOS)) {
      try {
        kept.items.add(await shrunk(file));
      } catch {
        message = dataset.photoBroken;
      }
    }
    button.disabled = false;
    photos.files = kept.files;
    say('photos', message);
    for (const old of thumbs.querySelectorAll('img')) URL.revokeObjectURL(old.src);
    thumbs.replaceChildren(
      ...[...kept.files].map((file) => {
        const picture = document.createElement('img');
        picture.src = URL.createObjectURL(file);
        picture.alt = '';
        return picture;
      }),
    );
    document.getElementById('photos-said').textContent =
      kept.files.length > 0 ? dataset.photosChosen.replace('{count}', kept.files.length) : '';
  };
  photos.addEventListener('change', takePhotos);

  /** Thai digits, spaces and dashes, and +66 in place of the zero, as the server reads them. */
  const isPhone = (typed) =>
    /^0\d{8,9}$/.test(
      typed
        .replace(/[๐-๙]/g, (digit) => digit.charCodeAt(0) - 0x0e50)
        .replace(/[\s\p{Cf}\p{Pd}\u2212().]/gu, '')
        .replace(/^(?:\+|00)?660?(?=\d{8,9}$)/, '0'),
    );

  form.addEventListener('submit', (event) => {
    const isSaid = elements.symptom.value.trim() !== '' || elements.symptomCodeId.value !== '';
    const isReachable = isPhone(elements.phone.value);
    say('symptom', isSaid ? '' : dataset.symptomMissing);
    say('phone', isReachable ? '' : dataset.phoneWrong);
    if (!isSaid || !isReachable) {
      event.preventDefault();
      elements[isSaid ? 'phone' : 'symptom'].focus();
      return;
    }
    // After the browser has read the form: a disabled button belongs to none.
    setTimeout(() => {
      button.disabled = true;
      button.textContent = dataset.sending;
    });
  });
  // A page that comes back from the browser's memory is sent again.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    button.disabled = false;
    button.textContent = dataset.send;
  });
})();
