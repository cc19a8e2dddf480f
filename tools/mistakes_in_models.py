# SPDX-License-Identifier: MIT
"""Kinds of mistakes in models: channels, levels, weights, voxels."""
import re

from mistakes import RESNET, at, dicts, kind, type_of, typed


@kind('MDL00[123]')
def neck_channels(c):
    v = c.neck.get('in_channels')
    if isinstance(v, (list, tuple)) and len(v) > 1:
        c.neck['in_channels'] = list(v[:-1]) + [v[-1] * 2]
        return True


@kind('MDL00[123]')
def neck_inputs(c):
    v = c.neck.get('in_channels')
    if isinstance(v, (list, tuple)) and len(v) > 2 and type_of(c.neck) not in ('SSDNeck', 'SECONDFPN') \
            and 'start_level' not in c.neck:
        c.neck['in_channels'] = list(v[1:])
        return True


@kind('MDL00[1-6]')
def outputs_of_the_backbone(c):
    v = c.backbone.get('out_indices')
    # DAT gives the maps of all stages, and these choose which of them are normalized
    if isinstance(v, (list, tuple)) and len(v) > 2 and isinstance(c.neck.get('in_channels'), (list, tuple)) \
            and type_of(c.neck) != 'SSDNeck' and type_of(c.backbone) != 'DAT' \
            and type_of(c.backbone)[:1].isupper():
        c.backbone['out_indices'] = tuple(v[1:])
        return True


@kind('MDL00[138]')
def depth_alone(c):
    if RESNET.match(type_of(c.backbone)) and c.backbone.get('depth') in (50, 101, 152) \
            and (c.neck.get('in_channels') or c.seg):
        c.backbone['depth'] = 18 if type_of(c.backbone) != 'ResNeXt' else 50 if c.backbone['depth'] != 50 else 101
        return type_of(c.backbone) != 'ResNeXt' or bool(c.strings())


@kind('MDL008')
def depth_of_the_checkpoint(c):
    if type_of(c.backbone) == 'ResNet' and c.backbone.get('depth') == 50 \
            and any(re.search(r'resnet50|resnet_?v1[cd]_?50', s) for s in c.strings()):
        c.backbone['depth'] = 101
        return True


@kind('MDL003')
def channels_of_a_head(c):
    for key in ('decode_head', 'auxiliary_head', 'bbox_head', 'head', 'pts_bbox_head', 'keypoint_head'):
        h = c.model.get(key)
        # SSD3DHead only takes it: its votes have the channels of vote_module_cfg
        if isinstance(h, dict) and isinstance(h.get('in_channels'), int) and 'transformer' not in h and \
                type_of(h) != 'SSD3DHead' and \
                not re.search('DETR|PETR|BEVFormer|MapTR|DINO|RHINO|Transformer', type_of(h) + type_of(c.model)):
            h['in_channels'] *= 2
            return True


@kind('MDL00[34]')
def input_of_a_head(c):
    h = c.model.get('auxiliary_head') or c.model.get('decode_head')
    if c.seg and isinstance(h, dict) and h.get('in_index') in (2, 3) and re.match('ResNet|MixVis|Swin|mit', \
            type_of(c.backbone)) and not c.neck:
        h['in_index'] = 1
        return True


@kind('MDL004')
def input_out_of_range(c):
    h = c.model.get('decode_head')
    if c.seg and isinstance(h, dict) and isinstance(h.get('in_index'), int):
        h['in_index'] = 7
        return True


@kind('MDL00[1-6]')
def outputs_out_of_range(c):
    if re.match('ResNet|Swin|MixVis', type_of(c.backbone)) and isinstance(c.backbone.get('out_indices'), (list, tuple)) \
            and max(c.backbone['out_indices'], default=9) < 4:  # else the first stage is 1
        c.backbone['out_indices'] = (1, 2, 3, 4)
        return True


@kind('MDL006|MDL003')
def channels_of_regions(c):
    for _, d in dicts(c.model):
        if isinstance(d.get('bbox_roi_extractor'), dict) and d['bbox_roi_extractor'].get('out_channels'):
            d['bbox_roi_extractor']['out_channels'] //= 2
            return True


@kind('MDL006')
def size_of_regions(c):
    for _, d in dicts(c.model):
        if isinstance(d.get('bbox_head'), dict) and d['bbox_head'].get('roi_feat_size') == 7 \
                and 'bbox_roi_extractor' in d:
            d['bbox_head']['roi_feat_size'] = 14
            return True


@kind('MDL005')
def strides_of_anchors(c):
    for _, d in dicts(c.model):
        for key in ('anchor_generator', 'prior_generator'):
            v = at(d, key, 'strides')
            if isinstance(v, (list, tuple)) and len(v) > 2 and c.neck:
                d[key]['strides'] = list(v[:-1])
                return True


@kind('MDL005')
def outputs_of_the_neck(c):
    anchors = [d for _, d in dicts(c.model) if len(at(d, 'anchor_generator', 'strides') or at(d, 'strides') \
            or ()) == c.neck.get('num_outs')]
    if isinstance(c.neck.get('num_outs'), int) and anchors and re.search('Head$', type_of(anchors[0])) \
            and not re.search('D[EI][TN][RO]', type_of(anchors[0])):
        c.neck['num_outs'] -= 1
        return True


@kind('MDL007')
def pretrained_beside_init(c):
    if not c.cls and isinstance(c.backbone.get('init_cfg'), dict) and not c.model.get('pretrained') \
            and re.match('ResNe|Swin', type_of(c.backbone)) \
            and not re.search('TopDown|Topdown', type_of(c.model)):
        c.backbone['pretrained'] = 'torchvision://resnet50'
        return True


@kind('MDL007')
def init_beside_pretrained(c):
    if not c.cls and isinstance(c.model.get('pretrained'), str) and 'init_cfg' not in c.backbone \
            and not re.search('Down|Recogn', type_of(c.model)) \
            and re.match('ResNe', type_of(c.backbone)) and 'ResNet' in c.project.bases \
                    and 'BaseModule' in c.project.bases['ResNet']:
        c.backbone['init_cfg'] = {'type': 'Pretrained', 'checkpoint': 'torchvision://resnet50'}
        return True


@kind('MDL009')
def frozen_of_nothing(c):
    if at(c.backbone, 'frozen_stages') in (1, 2, 3, 4) and c.strings() and not c.cfg.get('load_from') \
            and RESNET.match(type_of(c.backbone)):
        if c.model.get('pretrained'):
            c.model['pretrained'] = None
        if c.backbone.get('init_cfg'):
            c.backbone['init_cfg'] = None
        return True


@kind('MDL010')
def iou_loss_of_deltas(c):
    for _, d in dicts(c.model):
        if re.fullmatch('RPNHead|RetinaHead|Shared2FCBBoxHead|SSDHead', type_of(d)) \
                and not d.get('reg_decoded_bbox') and \
                type_of(d.get('loss_bbox')) in ('L1Loss', 'SmoothL1Loss'):
            d['loss_bbox'] = {'type': re.sub(r'\w+$', 'GIoULoss', d['loss_bbox']['type']), 'loss_weight': 10.0}
            return True


@kind('MDL011')
def sigmoid_of_focal_loss(c):
    for d in typed(c.model, 'FocalLoss|QualityFocalLoss|VarifocalLoss'):
        if d.get('use_sigmoid') is True and 'FocalLoss' not in c.project.bases or c.project.text['mmdet']:
            d['use_sigmoid'] = False
            return True


@kind('MDL012')
def voxel_size(c):
    for _, d in dicts(c.model):
        if len(at(d, 'voxel_layer', 'voxel_size') or ()) == 3 and typed(c.model, 'PointPillarsScatter|SparseEncoder'):
            d['voxel_layer']['voxel_size'] = [v * 2 for v in d['voxel_layer']['voxel_size']]
            return True


@kind('MDL012')
def grid_of_the_middle(c):
    for d in typed(c.model, 'PointPillarsScatter|SparseEncoder'):
        key = 'output_shape' if 'output_shape' in d else 'sparse_shape'
        if isinstance(d.get(key), (list, tuple)) and any('voxel_layer' in x for _, x in dicts(c.model)):
            d[key] = list(d[key][:-1]) + [d[key][-1] // 2]
            return True


@kind('MDL013')
def custom_key_misspelt(c):
    where = 'optim_wrapper' if c.engine else 'optimizer'
    keys = at(c.cfg, where, 'paramwise_cfg', 'custom_keys')
    if isinstance(keys, dict) and 'constructor' not in c.cfg[where]:
        for k in keys:
            if re.fullmatch('backbone|head|relative_position_bias_table|pos_block', k):
                keys[k[0] + k[2] + k[1] + k[3:]] = keys.pop(k)
                return True


@kind('MDL014')
def sliding_without_stride(c):
    if c.seg and isinstance(c.model.get('test_cfg'), dict) and '3D' not in type_of(c.model):
        c.model['test_cfg'] = {'mode': 'slide'}
        return True


@kind('MDL014')
def stride_beyond_crop(c):
    if c.seg and isinstance(c.model.get('test_cfg'), dict) and '3D' not in type_of(c.model):
        c.model['test_cfg'] = {'mode': 'slide', 'crop_size': (512, 512), 'stride': (768, 768)}
        return True


@kind('MDL015')
def batch_without_size(c):
    d = c.model.get('data_preprocessor')
    if type_of(d) == 'SegDataPreProcessor' and ('size' in d or 'size_divisor' in d):
        for k in {'size', 'size_divisor'} & set(d):
            d[k] = None
        return True


@kind('MDL016')
def crop_of_another_size(c):
    d = c.model.get('data_preprocessor')
    for t in typed(list(c.pipelines()), 'RandomCrop') if type_of(d) == 'SegDataPreProcessor' \
            and isinstance(d.get('size'), (tuple, list)) else ():
        if tuple(t.get('crop_size') or ()) == tuple(d['size']):
            t['crop_size'] = tuple(v // 2 for v in d['size'])
            return True
