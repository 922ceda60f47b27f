import BaseInput from 'antd/es/input/Input';
import TextArea from 'antd/es/input/TextArea';

/** antd's input without the kinds that nothing here uses (one-time codes, search, passwords). */
export const Input = Object.assign(BaseInput, { TextArea });
