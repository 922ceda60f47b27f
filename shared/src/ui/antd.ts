/**
 * The antd parts that pages may use, by deep path: the barrel would carry everything (toolchain).
 * Not here because the kit has its own, smaller or more exact: Table, Tabs, DatePicker, Upload,
 * Timeline, Drawer, Dropdown, Modal.
 */
export { default as Alert } from 'antd/es/alert';
export { default as Button } from 'antd/es/button';
export { default as Checkbox } from 'antd/es/checkbox';
export { default as Form } from 'antd/es/form';
export { default as Popover } from 'antd/es/popover';
export { default as Select } from 'antd/es/select';
export { default as Skeleton } from 'antd/es/skeleton';
export { default as Space } from 'antd/es/space';
export { default as Switch } from 'antd/es/switch';
export { default as Tooltip } from 'antd/es/tooltip';
